package demo

import (
	"context"

	"dawa/internal/domain/accounts"
)

// users are the people of the demo. Their passwords are printed in the README: a shop that
// serves customers never loads the demo.
var users = []accounts.Seed{
	person("Layla Haddad", "layla", "03123456"),
	person("Karim Nassar", "karim", "70123456"),
	person("Maya Khoury", "maya", "03222333"),
	person("Rami Saad", "rami", "70333444"),
	person("Nadia Gemayel", "nadia", "71444555"),
	admin(),
}

func person(name, username, phone string) accounts.Seed {
	return accounts.Seed{Registration: accounts.Registration{
		FullName: name, Username: username, Phone: phone, Email: username + "@example.com", Password: "demo12345",
	}}
}

func admin() accounts.Seed {
	seed := person("Dawa Admin", "admin", "71123456")
	seed.Password, seed.Admin = "admin12345", true
	return seed
}

// Logins names the people of the demo with their passwords, for whoever starts it.
func Logins() []string {
	lines := make([]string, len(users))
	for i, u := range users {
		lines[i] = u.Username + " / " + u.Password
	}
	return lines
}

// Person is a user of the demo, by what nobody else has.
type Person struct{ Username, Email string }

// People are the users of the demo. A shop that opens for real removes them.
func People() []Person {
	people := make([]Person, len(users))
	for i, u := range users {
		people[i] = Person{Username: u.Username, Email: u.Email}
	}
	return people
}

// UsersStep adds the people of the demo; those who are there already are left as they are.
func UsersStep(service *accounts.Service) Step {
	return Step{Name: "users", Total: len(users), Run: func(ctx context.Context, done func(n int)) error {
		for _, seed := range users {
			if _, err := service.AddSeed(ctx, seed); err != nil {
				return err
			}
			done(1)
		}
		return nil
	}}
}
