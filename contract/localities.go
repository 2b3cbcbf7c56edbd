package contract

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed localities.json
var localitiesJSON []byte

// Place is a governorate, a district or a town of Lebanon in both languages.
type Place struct{ English, Arabic string }

// Places lists all of them. It is shared: read it, do not write to it.
var Places = sync.OnceValue(func() []Place {
	var file struct {
		Governorates []struct {
			English, Arabic string
			Districts       []struct {
				English, Arabic string
				Towns           [][]string
			}
		}
	}
	if err := json.Unmarshal(localitiesJSON, &file); err != nil {
		panic(fmt.Sprintf("localities.json: %v", err)) // a test reads it
	}
	var all []Place
	for _, g := range file.Governorates {
		all = append(all, Place{g.English, g.Arabic})
		for _, d := range g.Districts {
			all = append(all, Place{d.English, d.Arabic})
			for _, town := range d.Towns {
				all = append(all, Place{town[0], town[1]})
			}
		}
	}
	return all
})
