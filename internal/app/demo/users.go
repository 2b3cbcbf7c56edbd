package demo

import (
	"context"

	"dawa/internal/domain/accounts"
)

// users are the people of the demo. Their passwords are printed in the README: a shop that
// serves customers never loads the demo.
var users = []accounts.Seed{
	{
		Registration: accounts.Registration{
			FullName: "Layla Haddad", Username: "layla", Phone: "03123456", Email: "layla@example.com",
			Password: "demo12345",
		},
	},
	{
		Registration: accounts.Registration{
			FullName: "Karim Nassar", Username: "karim", Phone: "70123456", Email: "karim@example.com",
			Password: "demo12345",
		},
	},
	{
		Registration: accounts.Registration{
			FullName: "Maya Khoury", Username: "maya", Phone: "03222333", Email: "maya@example.com",
			Password: "demo12345",
		},
	},
	{
		Registration: accounts.Registration{
			FullName: "Rami Saad", Username: "rami", Phone: "70333444", Email: "rami@example.com",
			Password: "demo12345",
		},
	},
	{
		Registration: accounts.Registration{
			FullName: "Nadia Gemayel", Username: "nadia", Phone: "71444555", Email: "nadia@example.com",
			Password: "demo12345",
		},
	},
	{
		Registration: accounts.Registration{FullName: "Dawa Admin", Username: "admin", Phone: "71123456",
			Email: "admin@example.com", Password: "admin12345"}, Admin: true,
	},
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
