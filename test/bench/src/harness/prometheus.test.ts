import { samplesOf, valueOf } from './prometheus';
import { countWrites, writesBetween } from './writeCounts';

const text = `# HELP apiserver_request_total Counter of requests.
# TYPE apiserver_request_total counter
apiserver_request_total{code="201",resource="mains",subresource="",verb="POST"} 7
apiserver_request_total{code="200",resource="mains",subresource="",verb="APPLY"} 2
apiserver_request_total{code="409",resource="mains",subresource="status",verb="PATCH"} 1
apiserver_request_total{code="200",resource="mains",subresource="",verb="LIST"} 9
apiserver_request_total{code="200",resource="leases",subresource="",verb="PUT"} 5
apiserver_request_total{code="201",resource="subjectaccessreviews",subresource="",verb="POST"} 5
apiserver_request_total{code="200",resource="",subresource="",verb="GET"} 4
apiserver_request_total_of_others 3
process_cpu_seconds_total 1.5e1
`;

describe('samplesOf', () => {
  it('returns the samples of one metric, with any label values', () => {
    expect(
      samplesOf('a{b="c d\\"}",e="f"} 2\nab 3\na 4 1690000000', 'a'),
    ).toEqual([
      { name: 'a', labels: { b: 'c d\\"}', e: 'f' }, value: 2 },
      { name: 'a', labels: {}, value: 4 },
    ]);
  });

  it('names the missing metric', () => {
    expect(valueOf(text, 'process_cpu_seconds_total')).toBe(15);
    expect(() => valueOf(text, 'nothing')).toThrow('no metric nothing');
  });
});

describe('countWrites', () => {
  it('counts failed writes, too, and no reads', () => {
    expect(Object.fromEntries(countWrites(text))).toEqual({
      mains: 9,
      'mains/status': 1,
      leases: 5,
    });
  });

  it('returns the increase, without Lease and heartbeat', () => {
    const before = new Map([
      ['mains', 9],
      ['leases', 1],
    ]);
    const after = new Map([
      ['mains', 9],
      ['mains/status', 1],
      ['leases', 5],
      ['clusterbindings/status', 1],
    ]);
    expect(writesBetween(before, after)).toEqual({ 'mains/status': 1 });
  });
});
