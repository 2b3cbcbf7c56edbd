package app

import (
	"maps"

	"dawa/internal/app/operate"
	"dawa/internal/app/settings"
)

// Help gives the help texts that the tags of all settings name, for the parser of the command line.
func Help() map[string]string {
	all := maps.Clone(configHelp)
	maps.Copy(all, operationsHelp)
	maps.Copy(all, deliveryHelp)
	maps.Copy(all, tlsHelp)
	maps.Copy(all, retentionHelp)
	maps.Copy(all, settings.Help)
	maps.Copy(all, operate.Help)
	return all
}

var configHelp = map[string]string{
	"help_demo":        "Load the demo shop, its users and the mailbox when the folder is empty.",
	"help_demo_public": "Let the demo listen to the network, although its passwords are public.",
	"help_listen":      "Address to serve the shop on. Default: 127.0.0.1:8080.",
	"help_tag_manager": "Tag manager that counts along for visitors who agree. Empty: none.",
	"help_ops_listen":  "Address for metrics and profiling. Empty: off.",
	"help_log_format":  "How log lines look: text (the default) or json.",
	"help_smtp": "Mail server. smtps:// is encrypted from the start, as on port 465; smtp:// asks for STARTTLS. " +
		"?from=shop@shop.example at the end sets the sender. Empty: mail waits.",
	"help_base_url":         "Address under which people reach the shop; links in mails use it.",
	"help_contact_mail":     "Mailbox that gets what people write to the shop. Empty: contact@ the shop's own host.",
	"help_orders_mail":      "Mailbox that is told of new orders that the shop itself fulfils. Empty: nobody is.",
	"help_answer_time":      "How long a customer has to answer when something is missing; stores set their own.",
	"help_pharmacist_phone": "Number at which shoppers ask the pharmacist. Empty: no link.",
	"help_whatsapp":         "Number of the pharmacist on WhatsApp. Empty: no link.",
	"help_payments": "Who takes cards: mpgs://merchant@host, stripe://account@api.stripe.com, sandbox, or in a demo " +
		"sandbox-hosted (no money moves). ?currency=LBP charges pounds at the shop's rate. Empty: nobody, except in " +
		"the demo; orders are paid in cash.",
	"help_payments_secret": "The gateway's API password or secret key, or @ and the file that holds it. " +
		"Better in the environment.",
	"help_payments_note": "What the gateway signs its notifications with, or @ and a file. Empty: none are taken.",
	"help_rate_age":      "How old the exchange rate may be before the admin overview warns. 0: never.",
	"help_pounds_step":   "What amounts in pounds are rounded up to.",
	"help_pounds_prices": "Show pounds beside every price, not only beside totals.",
	"help_plain_pages": "Send pages without their content, for browsers to render: " +
		"saves processor time, makes first visits slower.",
	"help_order_limits": "Limits on open orders and on medicines per day: on or, in a demo for load tests, off.",
	"help_open_orders":  "How many orders of one customer may be open at the same time. 0: no limit.",
	"help_open_network": "How many orders from one network may be open at the same time. 0: no limit.",
	"help_call_first": "Call unknown customers before their first cash order is prepared: on, off or auto (on, " +
		"except in a demo). Unknown is who has no verified email and has received nothing yet.",
	"help_trusted_proxies": "Networks of the balancers whose X-Forwarded-For is believed, separated by commas.",
	"help_breached": "File of breached passwords that nobody may choose: lines of a SHA-1 in hex, sorted. " +
		"Empty: only the most common ones are refused.",
	"help_account_rules": "Emails and passwords that accounts may have. narrow: emails in .com or .net, passwords of " +
		"8 to 30 letters and digits. wide: any email, passwords of 8 to 128 characters of any kind.",
	"help_2fa": "Admins may work only with two-factor sign-in on.",
	"help_passkeys": "Who may work only when signed in with a passkey: off (nobody), house (those who run the shop) " +
		"or staff (those who work in a store as well).",
	"help_log_level": "Least level that is logged: debug, info (the default), warn or error.",
}

var operationsHelp = map[string]string{
	"help_max_connections": "Open connections at most; idle ones are closed to make room. " +
		"0: as many as the system allows, at most 10000.",
	"help_replica": "PostgreSQL standby for reports that may be some seconds old. Empty: all reads go to --database.",
	"help_drain_notice": "How long /readyz answers no before the listener is closed: longer than a balancer takes " +
		"to notice. Default: 250ms.",
	"help_database_connections": "Connections to PostgreSQL at most. 0: 16.",
	"help_traces_share":         "How many of a hundred requests are traced. Default: 10.",
	"help_traces":               "Where OpenTelemetry traces go (OTLP over HTTP). Empty: off.",
}
