package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// costs measures the processor time of one request of each kind, which holds on a busy machine too.
// docs/capacity.md is made of it.
func costs(t *trial) (string, error) {
	return t.alone(func(s *server) (string, error) {
		return measureCosts(t.ctx, s.base, func() float64 {
			return figure(s.ops, "process_cpu_seconds_total")
		}, t.short)
	})
}

// clusterCosts are the same over a balancer and PostgreSQL; the database's own time is not in them.
func clusterCosts(t *trial) (string, error) {
	return measureCosts(t.ctx, t.base, func() (sum float64) {
		for _, n := range []string{"1", "2", "3"} {
			sum += figure(t.at("ops"+n), "process_cpu_seconds_total")
		}
		return sum
	}, t.short)
}

func measureCosts(ctx context.Context, base string, cpu func() float64, short bool) (string, error) {
	scale := 4
	if short {
		scale = 1
	}
	client := newClient(4)
	var figures []string
	measure := func(name string, n int, one func(i int) error) error {
		before := cpu()
		for i := range n * scale {
			if err := one(i); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		figures = append(figures, fmt.Sprintf("%s %.0f µs", name, 1e6*(cpu()-before)/float64(n*scale)))
		return nil
	}
	fetch := func(path string) func(int) error {
		return func(int) error {
			status, _, err := fetchOnce(ctx, client, base+path)
			if err == nil && status != http.StatusOK {
				err = fmt.Errorf("%s answers %d", path, status)
			}
			return err
		}
	}
	product, err := inStock(ctx, base)
	if err != nil {
		return "", err
	}
	buyer, err := signUp(ctx, base, "buyer")
	if err != nil {
		return "", err
	}
	err = errors.Join(
		measure("list", 2000, fetch("/api/product/category/vitamins")),
		measure("product", 2000, fetch("/api/product/"+product)),
		measure("suggestions", 1000, fetch("/api/autocomplete?name=pan")),
		measure("search", 1000, fetch("/api/search?name=panadol")),
		measure("cached page", 500, fetch("/product/category/vitamins")),
		measure("status of somebody signed in", 500, func(int) error {
			_, _, err := buyer.call(ctx, http.MethodGet, "/api/user/status", "")
			return err
		}),
		measure("cart change", 300, func(i int) error {
			_, _, err := buyer.call(ctx, http.MethodPut, "/api/user/cart",
				fmt.Sprintf(`{"productId":%q,"quantity":%d}`, product, 1-2*(i%2)))
			return err
		}),
		measure("order with its cart", 15, func(i int) error {
			_, err := buyer.order(ctx, product, fmt.Sprint("cost ", i))
			if err != nil && strings.Contains(err.Error(), "stock") {
				return nil
			}
			return err
		}),
		measure("sign-up", 5, func(i int) error {
			_, err := signUp(ctx, base, fmt.Sprint("new", i))
			return err
		}))
	return strings.Join(figures, ", "), err
}
