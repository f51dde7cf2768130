package xvfb

import (
	"bytes"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"testing"
)

// Program is a run of the test binary itself as the program under test.
type Program struct {
	cmd   *exec.Cmd
	ended chan struct{}
	mu    sync.Mutex
	said  bytes.Buffer
}

// Write keeps what the program says.
func (p *Program) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.said.Write(b)
}

func (p *Program) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.said.String()
}

// Run starts the test binary on the display with the variable set to 1, by which its TestMain knows that it is the program. It is killed
// when the test ends.
func (d *Display) Run(t testing.TB, variable string, args ...string) *Program {
	t.Helper()
	p := &Program{cmd: exec.Command(os.Args[0], args...), ended: make(chan struct{})}
	p.cmd.Env = append(d.Environ(), variable+"=1")
	p.cmd.Stdout, p.cmd.Stderr = p, p
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		p.cmd.Wait()
		close(p.ended)
	}()
	t.Cleanup(func() {
		p.cmd.Process.Kill()
		<-p.ended
	})
	return p
}

// Alive fails the test if the program has ended.
func (p *Program) Alive(t testing.TB) {
	t.Helper()
	select {
	case <-p.ended:
		t.Fatalf("the program ended with code %d: %s", p.cmd.ProcessState.ExitCode(), p.text())
	default:
	}
}

// Terminate sends SIGTERM and fails the test unless the program then ends with code 0.
func (p *Program) Terminate(t testing.TB) {
	t.Helper()
	p.cmd.Process.Signal(syscall.SIGTERM)
	<-p.ended
	if code := p.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("after SIGTERM the program ended with code %d: %s", code, p.text())
	}
}
