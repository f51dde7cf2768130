package difftest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"d3d9vk/internal/smgen"
	"d3d9vk/translate/sm"
)

// Environment variables of the long run.
const (
	envCount = "D3D9VK_DIFF"      // how many programs must count
	envSeed  = "D3D9VK_DIFF_SEED" // the first seed
	envOnly  = "D3D9VK_DIFF_ONLY" // versions that begin with this, for example "ps_1"
)

// The run of every day.
const (
	dailyPrograms = 300
	dailySeed     = 1
	leastShare    = 0.8 // of the programs must count
	maxShown      = 3   // failures that are shrunk and printed
	shrinkTries   = 400
)

// tally is what a run counts.
type tally struct {
	made, counted, later, failed int
	why                          map[string]int
	laterIn                      map[string]int
	coverage                     smgen.Coverage // of the programs that counted
}

// TestRandomPrograms compares random programs; D3D9VK_DIFF=N makes it go on until N count.
func TestRandomPrograms(t *testing.T) {
	goal, seed := 0, uint64(dailySeed)
	if text := os.Getenv(envCount); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatalf("%s: %v", envCount, err)
		}
		goal, seed = n, uint64(time.Now().UnixNano())>>10<<20
	}
	if text := os.Getenv(envSeed); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("%s: %v", envSeed, err)
		}
		seed = n
	}
	r := newRig(t)
	n := tally{why: map[string]int{}, laterIn: map[string]int{}, coverage: smgen.Coverage{}}
	start := time.Now()
	fmt.Printf("programs from seed %d on\n", seed)
	for goal == 0 && n.made < dailyPrograms || n.counted < goal {
		r.batch(&n, seed, goal)
		if seed += batch; n.made/1000 > (n.made-batch)/1000 {
			fmt.Printf("%d programs, %d counted, after %v\n", n.made, n.counted, time.Since(start).Round(time.Second))
		}
		if n.failed > 20 {
			break
		}
	}
	took := time.Since(start)
	share := float64(n.counted) / float64(max(n.made-n.later, 1))
	fmt.Printf("%d programs in %.1f s (%.0f/s): %d counted (%.1f %%), %d not available %v, not counted: %v, wrong: %d\n",
		n.made, took.Seconds(), float64(n.made)/took.Seconds(), n.counted, 100*share, n.later, n.laterIn, n.why, n.failed)
	if goal > 0 {
		fmt.Println(n.coverage.Table())
	}
	if share < leastShare {
		t.Errorf("only %.1f %% of the programs counted", 100*share)
	}
}

// batch is how many programs are drawn between two reads of the targets.
const batch = 100

func (r *rig) batch(n *tally, seed uint64, goal int) {
	only := os.Getenv(envOnly)
	var cases []*smgen.Case
	for k := range uint64(batch) {
		if c := smgen.Random(seed + k); strings.HasPrefix(c.Program.Version.String(), only) {
			cases = append(cases, c)
		}
	}
	jobs, err := r.run(cases)
	if err != nil {
		r.t.Error(err)
		n.failed++
		n.made += len(cases)
		return
	}
	if len(jobs) < len(cases) {
		r.t.Fatal("a batch does not fit into the targets")
	}
	for _, j := range jobs {
		n.made++
		switch {
		case j.later:
			n.later++
			n.laterIn[j.c.Program.Version.String()]++
		case j.want.why != "":
			n.why[j.want.why]++
		default:
			n.counted++
			n.coverage.Add(j.c.Program)
		}
		if j.wrong == "" {
			continue
		}
		if n.failed++; n.failed > maxShown {
			r.t.Errorf("seed %d (%v) differs: %s", j.c.Seed, j.c.Program.Version, firstLine(j.wrong))
			continue
		}
		r.show(j)
	}
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// show prints a failing case as small as it can be made.
func (r *rig) show(j *job) {
	small := r.shrink(j.c, shrinkTries)
	jobs, err := r.run([]*smgen.Case{small})
	if err != nil || jobs[0].wrong == "" { // it fails only in its place
		r.t.Errorf("seed %d: %s, in its place only:\n%s", j.c.Seed, j.wrong, Format(j.c))
		return
	}
	r.t.Errorf("seed %d: %s\n%s", j.c.Seed, jobs[0].wrong, Format(small))
}

// TestCases replays the cases that random programs have found.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	r := newRig(t)
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			c, err := parse(string(text))
			if err != nil {
				t.Fatal(err)
			}
			jobs, err := r.run([]*smgen.Case{c})
			switch {
			case err != nil:
				t.Fatal(err)
			case jobs[0].later:
				t.Fatal("not available")
			case jobs[0].want.why != "":
				t.Fatalf("does not count: %s", jobs[0].want.why)
			case jobs[0].wrong != "":
				t.Error(jobs[0].wrong)
			}
		})
	}
}

// TestFormat writes and reads cases.
func TestFormat(t *testing.T) {
	for seed := range uint64(200) {
		c := smgen.Random(seed)
		text := Format(c)
		back, err := parse(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if Format(back) != text || sm.Print(back.Program) != sm.Print(c.Program) {
			t.Fatalf("seed %d reads back as\n%s\nnot\n%s", seed, Format(back), text)
		}
	}
}
