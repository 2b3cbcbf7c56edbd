package main

import "github.com/alecthomas/kong"

// commandHelp has the help texts that are too long for a tag; the server's are in app.Help.
var commandHelp = kong.Vars{
	"help_backup_key":      "Encrypt the backup with the key in this file (made by dawa keys backup).",
	"help_copy_from":       "Where the shop is: its data folder or its PostgreSQL address.",
	"help_copy_from_media": "Where the pictures are. Empty: the media folder of the data folder.",
	"help_copy_to":         "Where it goes: an empty folder or an empty PostgreSQL database.",
	"help_copy_to_media": "Where the pictures go. Empty: the media folder of the data folder; with PostgreSQL " +
		"they stay.",
	"help_keys_drop_old": "Drop the older keys when nothing is encrypted with them any more. Backups from before " +
		"need them.",
	"help_keys_print": "Print a ring for DAWA_CARD_KEYS instead of storing it in the data folder: a new key " +
		"before those it has.",
	"help_ready_listen":   "Address the shop is served on.",
	"help_reset_password": "Void a user's password, sign them out everywhere and print the link to choose another.",
	"help_remove_demo_users": "Remove the demo's users, whose passwords are public, so that the shop can be served " +
		"for real; its products stay.",
	"help_enrol_two_factor": "Print a code with which an admin turns two-factor on or adds a passkey, " +
		"once, within 30 minutes.",
	"help_reset_second_step": "Let a user who lost app and recovery codes sign in with the password alone; they are " +
		"signed out everywhere.",
	"help_restore_card_keys": "With --drill: the keys of saved cards of a shop that has them in this setting.",
	"help_restore_data":      "The folder to restore into; it must be empty. With --drill: where to work.",
}
