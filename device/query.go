package device

import (
	"encoding/binary"
	"slices"
	"time"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu"
)

// Query is IDirect3DQuery9: QUERYTYPE_EVENT, which tells that the work before Issue is done, or QUERYTYPE_OCCLUSION, which
// counts the pixels that pass the depth and stencil tests between two Issues.
type Query struct {
	object
	typ    d3d9.QUERYTYPE
	active bool         // an occlusion query between ISSUE_BEGIN and ISSUE_END
	issued bool         // ISSUE_END was called
	serial uint64       // of the list that holds the end
	pieces []queryPiece // of an occlusion query: one per list that it spans and that may not be done
	old    []queryPiece // memory for pieces, between begin and begin
	count  uint64       // the sum of the pieces that are done
	failed d3d9.Error   // why a list was not counted; nil if all were
	polls  int          // how often GetData has found it running since ISSUE_END
}

// queryPiece is a counter of the back end and the list in which it ends.
type queryPiece struct {
	id     gpu.ID
	serial uint64
}

// querySize is the bytes of the answer of either type: a BOOL, a DWORD.
const querySize = 4

// CreateQuery makes a query. ERR_NOTAVAILABLE for types other than EVENT and OCCLUSION.
func (d *Device) CreateQuery(typ d3d9.QUERYTYPE) (query *Query, err d3d9.Error) {
	defer d.tell(&err)
	d.lock()
	defer d.unlock()
	if typ != d3d9.QUERYTYPE_EVENT && typ != d3d9.QUERYTYPE_OCCLUSION {
		return nil, notAvailable("CreateQuery", "typ: "+typ.String()+" is not supported")
	}
	if err := d.alive("CreateQuery"); err != nil {
		return nil, err
	}
	q := &Query{typ: typ}
	q.init(d, q, false)
	return q, nil
}

// GetType returns the type.
func (q *Query) GetType() d3d9.QUERYTYPE { return q.typ }

// GetDataSize returns the bytes that GetData fills.
func (q *Query) GetDataSize() uint32 { return querySize }

// Issue starts (ISSUE_BEGIN, occlusion only; it forgets an earlier result) or ends (ISSUE_END) the query.
func (q *Query) Issue(issueFlags uint32) (err d3d9.Error) {
	const call = "Issue"
	d, err := q.enter(call)
	if err != nil {
		return err
	}
	defer d.tell(&err)
	defer d.unlock()
	if d.lost() {
		return d.lostError(call)
	}
	switch {
	case issueFlags == d3d9.ISSUE_END:
		return q.end(call)
	case issueFlags == d3d9.ISSUE_BEGIN && q.typ == d3d9.QUERYTYPE_OCCLUSION:
		return q.begin(call)
	}
	return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "issueFlags: %#x is nothing that a %v query does", issueFlags, q.typ)
}

// queryWords is the room to begin or end a query.
var queryWords = gpu.RecordWords[gpu.OpQueryBegin]

func (q *Query) begin(call string) d3d9.Error {
	d := q.device
	if q.active {
		if err := q.end(call); err != nil {
			return err
		}
	}
	if err := d.room(2*queryWords, 0, 1); err != nil {
		return named(call, err)
	}
	before := q.pieces
	q.pieces = q.old[:0]
	if err := q.resume(call); err != nil {
		q.pieces = before
		return err
	}
	q.active, q.issued, q.count, q.failed = true, false, 0, nil
	d.queries = append(d.queries, q)
	d.reserve += queryWords
	q.old = before
	q.drop(before) // last: it may take the list's room
	return nil
}

func (q *Query) end(call string) d3d9.Error {
	d := q.device
	if q.active {
		if err := d.room(queryWords, 0, 1); err != nil {
			return named(call, err)
		}
		q.pause()
		q.active = false
		d.queries = slices.DeleteFunc(d.queries, func(o *Query) bool { return o == q })
		d.reserve -= queryWords
	}
	q.issued, q.polls = true, 0
	q.serial = d.serial
	if d.list != nil && len(d.list.Words) > 0 {
		q.serial = d.nextSerial()
	}
	return nil
}

// resume starts a counter in the current list, which has the room.
func (q *Query) resume(call string) d3d9.Error {
	d := q.device
	var id gpu.ID
	if n := len(d.caches.queries); n > 0 {
		id = d.caches.queries[n-1]
		d.caches.queries = d.caches.queries[:n-1]
	} else {
		var err error
		if id, err = d.gpu.CreateQuery(); err != nil {
			return d.gpuError(call, err)
		}
	}
	q.pieces = append(q.pieces, queryPiece{id: id})
	d.list.Add(gpu.OpQueryBegin, uint32(id))
	return nil
}

// pause ends the counter that runs in the current list.
func (q *Query) pause() {
	if q.failed != nil {
		return
	}
	p := &q.pieces[len(q.pieces)-1]
	p.serial = q.device.nextSerial()
	q.device.list.Add(gpu.OpQueryEnd, uint32(p.id))
}

// collect adds up the pieces of lists up to completed and frees their counters.
func (q *Query) collect(completed uint64) {
	n := 0
	for _, p := range q.pieces {
		if p.serial > completed {
			q.pieces[n] = p
			n++
			continue
		}
		q.count += q.device.gpu.QueryResult(p.id)
		q.device.caches.queries = append(q.device.caches.queries, p.id)
	}
	q.pieces = q.pieces[:n]
}

// drop gives counters back. Those that the graphics processor still writes are destroyed after it, others are used again.
func (q *Query) drop(pieces []queryPiece) {
	d := q.device
	for _, p := range pieces {
		if d.completed(p.serial) {
			d.caches.queries = append(d.caches.queries, p.id)
		} else {
			d.destroy(gpu.KindQuery, p.id)
		}
	}
}

// pauseQueries ends the counters of running occlusion queries before the list is submitted: a counter cannot span lists.
func (d *Device) pauseQueries() {
	for _, q := range d.queries {
		q.pause()
	}
}

// resumeQueries starts new counters for running occlusion queries in a new list. It adds up what is done, so that a query that
// never ends has no more counters than there are lists.
func (d *Device) resumeQueries() {
	if len(d.queries) == 0 {
		return
	}
	completed := d.gpu.Completed()
	for _, q := range d.queries {
		q.collect(completed)
		if q.failed == nil && !d.lost() {
			q.failed = q.resume("GetData")
		}
	}
}

// destroyed gives the counters back; the object's last reference is gone.
func (q *Query) destroyed() {
	d := q.device
	if q.active {
		q.active = false
		d.queries = slices.DeleteFunc(d.queries, func(o *Query) bool { return o == q })
		d.reserve -= queryWords
		if d.list != nil {
			q.pause()
		}
	}
	q.drop(q.pieces)
}

// stillRunning is the answer S_FALSE.
var stillRunning d3d9.Error = d3d9.Code(d3d9.S_FALSE)

// A program that asks again and again, pollsFree times, is given a pause each further time: it would take a processor from the driver.
const (
	pollsFree = 64
	pollPause = 20 * time.Microsecond
)

// GetData copies the result to data: an uint32 that is 1 for an event, the number of pixels for an occlusion query. While the
// result is not there the Error's code is S_FALSE. data may be empty. The work is submitted with or without GETDATA_FLUSH.
func (q *Query) GetData(data []byte, flags uint32) (err d3d9.Error) {
	d, err := q.enter("GetData")
	if err != nil {
		return err
	}
	defer d.tell(&err)
	err = q.getData(data)
	pause := false
	if err == stillRunning {
		q.polls++
		pause = q.polls > pollsFree
	}
	d.unlock()
	if pause {
		time.Sleep(pollPause)
	}
	return err
}

func (q *Query) getData(data []byte) d3d9.Error {
	const call = "GetData"
	d := q.device
	switch {
	case d.lost():
		return d.lostError(call)
	case q.active:
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "the query was begun and has not ended")
	case !q.issued:
		return stillRunning
	}
	if q.serial > d.serial {
		if err := d.submit(); err != nil {
			return named(call, err)
		}
	}
	if !d.completed(q.serial) {
		return stillRunning
	}
	q.collect(q.serial)
	if q.failed != nil {
		return q.failed
	}
	answer := uint32(1)
	if q.typ == d3d9.QUERYTYPE_OCCLUSION {
		answer = uint32(min(q.count, 0xffffffff))
	}
	var word [querySize]byte
	binary.LittleEndian.PutUint32(word[:], answer)
	copy(data, word[:])
	return nil
}
