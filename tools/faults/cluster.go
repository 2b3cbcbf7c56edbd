package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// cluster is what tools/cluster.sh runs.
type cluster struct {
	base  string
	ports map[string]string
}

// control runs tools/cluster.sh.
func control(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "tools/cluster.sh", args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("tools/cluster.sh %s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

func startCluster(ctx context.Context) (*cluster, error) {
	if _, err := control(ctx, "start"); err != nil {
		_, _ = control(context.WithoutCancel(ctx), "stop")
		return nil, err
	}
	ports, err := control(ctx, "ports")
	if err != nil {
		return nil, err
	}
	c := &cluster{ports: map[string]string{}}
	for line := range strings.SplitSeq(ports, "\n") {
		name, port, _ := strings.Cut(line, "=")
		c.ports[name] = port
	}
	c.base = c.at("shop")
	return c, nil
}

func (c *cluster) at(name string) string { return "http://127.0.0.1:" + c.ports[name] }

// stop ends everything, also when the run was interrupted.
func (c *cluster) stop() { _, _ = control(context.Background(), "stop") }

// primary is the number of the node that is the primary.
func (c *cluster) primary(ctx context.Context) (string, error) {
	port, err := control(ctx, "sql", "SELECT inet_server_port()")
	if err != nil {
		return "", err
	}
	for _, n := range []string{"1", "2", "3"} {
		if c.ports["pg"+n] == port {
			return n, nil
		}
	}
	return "", fmt.Errorf("nobody listens on %s", port)
}
