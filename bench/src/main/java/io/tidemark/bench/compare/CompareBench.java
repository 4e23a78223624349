package io.tidemark.bench.compare;

import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.gate.GatePolicy;
import io.tidemark.analysis.gate.GateVerdict;
import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** A comparison of runs and a gate's verdict on it, from figures at hand: the first one of the process, and the median of the next. */
public final class CompareBench {
    private static final int NEXT = 21;
    private static final double NANOS_PER_MILLI = 1e6;

    private final BenchmarkContext bench;
    private final CompareSize size;

    public CompareBench(BenchmarkContext bench, CompareSize size) {
        this.bench = bench;
        this.size = size;
    }

    /** Prints the table and gives how many questions a comparison had. */
    public int run() {
        bench.print("compare: " + size + ", verdicts on all questions and a gate's paragraph");
        SplittableRandom random = new SplittableRandom(1);
        ComparisonSide base = SyntheticRunFigures.side("base", size, 1, random);
        ComparisonSide candidate = SyntheticRunFigures.side("candidate", size, 1.1, random);
        double first = millis(base, candidate);
        double[] next = IntStream.range(0, NEXT)
                .mapToDouble(round -> millis(base, candidate))
                .sorted()
                .toArray();
        int questions = compared(base, candidate).compared().size();
        ResultTable table = new ResultTable("runs", "questions", "first ms", "next ms");
        table.row(
                size.runsPerSide() + " x " + size.runsPerSide(),
                String.valueOf(questions),
                String.format(Locale.ROOT, "%.1f", first),
                String.format(Locale.ROOT, "%.1f", next[NEXT / 2]));
        bench.table("compare", table);
        return questions;
    }

    private double millis(ComparisonSide base, ComparisonSide candidate) {
        long from = bench.nanos().nanos();
        GateVerdict verdict = GateVerdict.of(compared(base, candidate), GatePolicy.DEFAULT, List.of());
        int words = verdict.paragraph().length();
        long until = bench.nanos().nanos();
        if (words == 0) {
            throw new IllegalStateException("the gate said nothing");
        }
        return (until - from) / NANOS_PER_MILLI;
    }

    private static RunComparison compared(ComparisonSide base, ComparisonSide candidate) {
        return RunComparison.of(base, candidate, ComparisonPolicy.DEFAULT);
    }
}
