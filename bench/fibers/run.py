#!/usr/bin/env python3
"""Fibers against goroutines and Boost.Fiber: the same works, all in one run, on two processors.

    bench/fibers/run.py --khora2cpp build/release/khora2cpp [--rounds N] [--only WORK] [--million]

Each program does its work twice in one process. The figures are medians, over interleaved runs, of the second time, in which stacks and
heaps are warm; the first time of ours stands beside them. Then come the costs of the runtime's primitives. `--million` also parks a
million fibers, which takes minutes on a virtual machine. Needs `go`, and for Boost.Fiber `libboost-fiber-dev`; a peer that cannot be
built is left out and said so.
"""
import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# The works, and the bar of ours / Go.
WORKS = {
    'spawn_batches': 0.60,
    'spawn_one': 0.85,
    'skynet': 0.20,
    'ping_pong': 0.40,
    'channel_1_1': 0.45,
    'channel_4_4': 0.80,
    'yield': 1.0,
    'park_wake': 1.0,
    'sleepers': 1.0,  # of processor time
    'shared': 1.0,
}
# Boost.Fiber needs minutes and half a gigabyte for these.
NOT_BOOST = {'skynet'}
PROCESSOR_TIME = {'sleepers'}


def build(khora2cpp, scratch):
    folder = os.path.dirname(os.path.abspath(khora2cpp))
    programs = {}
    subprocess.run([khora2cpp, 'build', HERE, '--release', '-o', os.path.join(scratch, 'ours')], check=True)
    programs['ours'] = [os.path.join(scratch, 'ours')]
    primitives = os.path.join(scratch, 'primitives')
    subprocess.run(['g++', '-std=c++20', '-O2', '-I' + os.path.join(ROOT, 'runtime/include'), '-I' + os.path.join(ROOT, 'runtime/src'),
                    '-I' + os.path.join(folder, 'generated/include'), os.path.join(HERE, 'primitives.cpp'),
                    os.path.join(folder, 'runtime/libkhora_runtime.a'), '-lboost_context', '-lbacktrace', '-pthread', '-o', primitives],
                   check=True)
    if shutil.which('go'):
        subprocess.run(['go', 'build', '-o', os.path.join(scratch, 'go'), '.'], cwd=os.path.join(HERE, 'peers/go'), check=True)
        programs['Go'] = [os.path.join(scratch, 'go')]
    else:
        print('Go is left out: there is no `go`', file=sys.stderr)
    boost = subprocess.run(['g++', '-std=c++20', '-O2', os.path.join(HERE, 'peers/boost_fiber/works.cpp'), '-lboost_fiber', '-lboost_context',
                            '-pthread', '-o', os.path.join(scratch, 'boost')], capture_output=True, text=True)
    if boost.returncode == 0:
        programs['Boost.Fiber'] = [os.path.join(scratch, 'boost')]
    else:
        print('Boost.Fiber is left out: its program does not build (libboost-fiber-dev)', file=sys.stderr)
    return programs, primitives


def environment(**more):
    return {**os.environ, 'KHORA_FIBERS': 'scheduler', 'KHORA_WORKERS': '2', 'GOMAXPROCS': '2', **more}


def processor_time(pid):
    """What a process has used so far, in milliseconds."""
    with open('/proc/%d/stat' % pid, encoding='ascii') as stat:
        fields = stat.read().rpartition(')')[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def run(command):
    """The wall times of both rounds in milliseconds, and the processor time of the second."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment()) as child:
        lines = [child.stdout.readline().split()]
        first = processor_time(child.pid)
        lines += [line.split() for line in child.stdout]
    if child.returncode != 0:
        sys.exit('%s ends with %d' % (command, child.returncode))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    answers = {line[-1] for line in lines if len(line) > 2}
    if len(answers) > 1:
        sys.exit('%s: the rounds do not agree: %s' % (command, sorted(answers)))
    return float(lines[0][1]), float(lines[1][1]), spent - first


def figures(command):
    out = subprocess.run(command, check=True, capture_output=True, text=True, env=environment()).stdout
    return {name: float(value) for name, value in (line.split() for line in out.splitlines())}


def works(options, programs, primitives):
    missed = False
    print('| work | ours, first | ours | Go | Boost.Fiber | ours / Go | bar | ours / Boost |')
    print('| --- | --- | --- | --- | --- | --- | --- | --- |')
    for work, bar in WORKS.items():
        if options.only and work not in options.only:
            continue
        first, times = [], {}
        for _ in range(options.rounds):
            for name, command in programs.items():
                if name == 'Boost.Fiber' and work in NOT_BOOST:
                    continue
                if name == 'ours' and work == 'yield':
                    command = [primitives]
                cold, warm, processor = run(command + [work])
                times.setdefault(name, []).append(processor if work in PROCESSOR_TIME else warm)
                if name == 'ours':
                    first.append(cold)
        medians = {name: statistics.median(values) for name, values in times.items()}
        ratios = {name: medians['ours'] / medians[name] for name in medians if medians[name] > 0}
        missed = missed or ratios.get('Go', 0) > bar or ratios.get('Boost.Fiber', 0) > 1
        text = lambda values, name, form: form % values[name] if name in values else ''
        print('| %s%s | %.0f | %s | %s | %s | %s | %.2f | %s |' % (
            work, ' (processor time)' if work in PROCESSOR_TIME else '', statistics.median(first), text(medians, 'ours', '%.0f'),
            text(medians, 'Go', '%.0f'), text(medians, 'Boost.Fiber', '%.0f'), text(ratios, 'Go', '%.2f'), bar,
            text(ratios, 'Boost.Fiber', '%.2f')), flush=True)
    return missed


def costs(options, primitives):
    missed = False
    print('\n| what | figure | bar |')
    print('| --- | --- | --- |')

    def row(what, value, bar, form='%.2f'):
        nonlocal missed
        missed = missed or value > bar
        print('| %s | %s | %s |' % (what, form % value, form % bar), flush=True)

    found = [figures([primitives, 'switch']) for _ in range(options.rounds)]
    row('park and wake / bare switch', statistics.median(f['park_and_wake'] / f['bare_switch'] for f in found), 2)
    found = [figures([primitives, 'check']) for _ in range(options.rounds)]
    row('a check while one fiber is stopping / look-up of the fiber', statistics.median(f['check_while_stopping'] / f['look_up'] for f in found), 2)
    found = [figures([primitives, 'stop']) for _ in range(options.rounds)]
    row('canceling a parked fiber / waking it', statistics.median(f['canceled'] / f['woken'] for f in found), 3)
    for count in [100_000] + ([1_000_000] if options.million else []):
        found = figures([primitives, 'memory', str(count)])
        row('bytes resident of each of %d parked fibers' % count, found['resident'], 4400, '%.0f')
        row('the same with page tables', found['resident'] + found['tables'], 8700, '%.0f')
    return missed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--khora2cpp', required=True)
    parser.add_argument('--rounds', type=int, default=7)
    parser.add_argument('--only', action='append')
    parser.add_argument('--million', action='store_true')
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        programs, primitives = build(options.khora2cpp, scratch)
        missed = works(options, programs, primitives)
        if not options.only:
            missed = costs(options, primitives) or missed
    sys.exit(1 if missed else 0)


if __name__ == '__main__':
    main()
