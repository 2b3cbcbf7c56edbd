package contracttest
import ("testing";"dawa/contract";"github.com/getkin/kin-openapi/openapi3")
func TestX(t *testing.T){ d,err:=openapi3.NewLoader().LoadFromData(contract.OpenAPI()); if err!=nil{t.Fatal(err)}; if err:=d.Validate(t.Context());err!=nil{t.Fatal(err)}}
