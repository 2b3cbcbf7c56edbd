package main

import (
	"context"
	"errors"
	"fmt"

	"dawa/contract"
	"dawa/internal/app/operate"
	"dawa/internal/app/settings"
	"dawa/internal/domain/accounts"
)

// adminCommand is how admins are made: on the host and nowhere else.
type adminCommand struct {
	Grant           grantCommand           `cmd:"" help:"Make a user an admin."`
	Revoke          revokeCommand          `cmd:"" help:"Take the admin's rights back."`
	List            listAdminsCommand      `cmd:"" help:"List the admins."`
	ResetPassword   resetPasswordCommand   `cmd:"" help:"${help_reset_password}"`
	EnrolTwoFactor  enrolTwoFactorCommand  `cmd:"" help:"${help_enrol_two_factor}"`
	ResetTwoFactor  resetTwoFactorCommand  `cmd:"" aliases:"reset-second-step" help:"${help_reset_second_step}"`
	ResetPasskeys   resetPasskeysCommand   `cmd:"" help:"Remove the passkeys of a user whose device is lost."`
	SignOut         signOutCommand         `cmd:"" help:"Sign a user, or everybody, out everywhere."`
	RemoveDemoUsers removeDemoUsersCommand `cmd:"" help:"${help_remove_demo_users}"`
	Reopen          reopenCommand          `cmd:"" help:"Serve a shop again that dawa copy marked as moved."`
}

type username struct {
	Username string `arg:"" help:"Whose."`
}

// onHost opens the accounts of a shop for one piece of work.
func onHost(ctx context.Context, s settings.Storage, work func(h *operate.Host) error) (err error) {
	host, err := operate.OpenHost(ctx, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, host.Close()) }()
	return work(host)
}

type grantCommand struct {
	settings.Storage `embed:""`
	username
}

// Run makes a user an admin.
func (g grantCommand) Run(ctx context.Context, c console) error {
	return onHost(ctx, g.Storage, func(h *operate.Host) error {
		changed, err := h.SetAdmin(ctx, g.Username, true)
		if err != nil {
			return err
		}
		if !changed {
			fmt.Fprintf(c.out, "%s is an admin already.\n", g.Username)
			return nil
		}
		fmt.Fprintf(c.out, "%s is an admin now.\n", g.Username)
		return nil
	})
}

type revokeCommand struct {
	settings.Storage `embed:""`
	username
}

// Run takes the rights back.
func (r revokeCommand) Run(ctx context.Context, c console) error {
	return onHost(ctx, r.Storage, func(h *operate.Host) error {
		changed, err := h.SetAdmin(ctx, r.Username, false)
		if err != nil {
			return err
		}
		if !changed {
			fmt.Fprintf(c.out, "%s is no admin.\n", r.Username)
			return nil
		}
		fmt.Fprintf(c.out, "%s is no admin any more.\n", r.Username)
		return nil
	})
}

type listAdminsCommand struct {
	settings.Storage `embed:""`
}

// Run prints the admins, one a line.
func (l listAdminsCommand) Run(ctx context.Context, c console) error {
	return onHost(ctx, l.Storage, func(h *operate.Host) error {
		names, err := h.Admins(ctx)
		if err != nil {
			return err
		}
		for _, name := range names {
			fmt.Fprintln(c.out, name)
		}
		if len(names) == 0 {
			fmt.Fprintln(c.err, "There is no admin.")
		}
		return nil
	})
}

type resetPasswordCommand struct {
	settings.Storage `embed:""`
	operate.Address  `embed:""`
	username
}

// Run prints the link, the only time anybody sees it.
func (r resetPasswordCommand) Run(ctx context.Context, c console) error {
	return onHost(ctx, r.Storage, func(h *operate.Host) error {
		link, err := h.ResetPassword(ctx, r.Username, r.Address)
		if err != nil {
			return err
		}
		fmt.Fprintln(c.out, link)
		if r.BaseURL == "" {
			fmt.Fprintln(c.err, "Without --base-url the link works on this machine only.")
		}
		fmt.Fprintf(c.err, "With this link %s, who was signed out everywhere, chooses a new password. It works once, "+
			"for %d minutes.\n",
			r.Username, contract.Shop().Links.ResetMinutes)
		return nil
	})
}

type enrolTwoFactorCommand struct {
	settings.Storage `embed:""`
	username
}

// Run prints the code, the only time anybody sees it.
func (r enrolTwoFactorCommand) Run(ctx context.Context, c console) error {
	return onHost(ctx, r.Storage, func(h *operate.Host) error {
		code, err := h.Enrol(ctx, r.Username)
		if err != nil {
			return err
		}
		fmt.Fprintln(c.out, code)
		fmt.Fprintf(c.err, "With this code and the password %s turns two-factor on or adds a passkey. "+
			"It works once, for %d minutes.\n",
			r.Username, int(accounts.EnrolmentLife.Minutes()))
		return nil
	})
}

type resetTwoFactorCommand struct {
	settings.Storage `embed:""`
	username
}

// Run turns two-factor off.
func (r resetTwoFactorCommand) Run(ctx context.Context, c console) error {
	return onHost(ctx, r.Storage, func(h *operate.Host) error {
		removed, err := h.RemoveTwoFactor(ctx, r.Username)
		if err != nil {
			return err
		}
		if !removed {
			fmt.Fprintf(c.out, "Two-factor is off for %s.\n", r.Username)
			return nil
		}
		fmt.Fprintf(c.out, "%s signs in with the password alone again and was signed out everywhere.\n", r.Username)
		return nil
	})
}

type resetPasskeysCommand struct {
	settings.Storage `embed:""`
	username
}

// Run removes a user's passkeys.
func (r resetPasskeysCommand) Run(ctx context.Context, c console) error {
	return onHost(ctx, r.Storage, func(h *operate.Host) error {
		removed, err := h.RemovePasskeys(ctx, r.Username)
		if err != nil {
			return err
		}
		if removed == 0 {
			fmt.Fprintf(c.out, "%s has no passkeys.\n", r.Username)
			return nil
		}
		fmt.Fprintf(c.out, "Passkeys removed: %d. %s was signed out everywhere.\n", removed, r.Username)
		return nil
	})
}

type signOutCommand struct {
	settings.Storage `embed:""`
	Username         string `arg:"" optional:"" help:"Whom."`
	Everyone         bool   `help:"Sign everybody out, instead of one user."`
}

// Run ends sessions and says how many.
func (s signOutCommand) Run(ctx context.Context, c console) error {
	if (s.Username == "") != s.Everyone {
		return errors.New("name a user, or say --everyone")
	}
	return onHost(ctx, s.Storage, func(h *operate.Host) error {
		ended, err := h.SignOut(ctx, s.Username)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.out, "Sessions ended: %d\n", ended)
		return nil
	})
}

type removeDemoUsersCommand struct {
	settings.Storage `embed:""`
}

// Run removes the demo's users and says who is gone.
func (r removeDemoUsersCommand) Run(ctx context.Context, c console) error {
	return onHost(ctx, r.Storage, func(h *operate.Host) error {
		removed, err := h.RemoveDemoUsers(ctx)
		if err != nil {
			return err
		}
		for _, name := range removed {
			fmt.Fprintf(c.out, "%s was removed.\n", name)
		}
		fmt.Fprintln(c.out, "The shop can be served without --demo. Sign up; `dawa admin grant` then makes you admin.")
		return nil
	})
}

type reopenCommand struct {
	settings.Storage `embed:""`
}

// Run takes the mark of a moved shop away.
func (r reopenCommand) Run(ctx context.Context, c console) error {
	if err := operate.Reopen(ctx, r.Storage); err != nil {
		return err
	}
	fmt.Fprintln(c.out, "The shop here can be served again. Make sure that its copy is not.")
	return nil
}
