package importer

import (
	"time"
)

// State is how far a job is.
type State string

// The states of a job: it waits, it is being done, and one of two ends.
const (
	Queued  State = "queued"
	Running State = "running"
	Done    State = "done"
	Failed  State = "failed"
)

// ImportProducts is the kind of job that brings in a file.
const ImportProducts = "import_products"

// Job is the import of a file, or its check alone.
type Job struct {
	ID     string
	State  State
	DryRun bool
	// Confirmed says that it was only checked at first, and that somebody then wanted what the check had found.
	Confirmed bool
	// By is the admin who asked for it.
	By string
	// Attempt counts how often a server began it.
	Attempt int
	// Total is how many rows the file has below its heading; Done how many of them were read.
	Total, Done int
	Outcome
	CreatedAt  time.Time
	FinishedAt time.Time
}

// Outcome is what an import did, or would do.
type Outcome struct {
	Created, Updated, Unchanged int
	// Problems are the first of ProblemCount, by row.
	Problems     []Problem
	ProblemCount int
}

// Problem is something wrong with one row of a file.
type Problem struct {
	// Row is counted as spreadsheets do: the heading is 1.
	Row int `json:"row"`
	// Column is empty when the whole row is meant.
	Column string `json:"column,omitempty"`
	// Code has its text under `rule.<code>` or `error.<code>`.
	Code  string `json:"code"`
	Value string `json:"value,omitempty"`
}

// Lease is a job that one server works on until its time runs out.
type Lease struct {
	*Job
	// Token tells this holding from an earlier one that ran out.
	Token string
}
