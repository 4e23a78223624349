package io.tidemark.app.docs;

import io.tidemark.analysis.designeffect.BlockCounts;
import io.tidemark.analysis.designeffect.DueCell;
import io.tidemark.analysis.designeffect.DueCells;
import io.tidemark.analysis.objective.SustainedJudge;
import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.Metric;
import io.tidemark.simulator.random.SeededRandom;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * How often the sustained verdict on p95 is PASS and FAIL, of steps of one length whose requests depend on each other in one way. Latencies
 * are lognormal (sigma 0.4), arrivals a Poisson process of that many requests. Seeded.
 */
record StepVerdictStudy(Dependence dependence, int requests, int seconds, int steps) {
    private static final double QUANTILE = 0.95;
    private static final double MEDIAN_NANOS = 300e6;
    private static final String CRITERION = "limit";
    private static final long START = 1_700_000_000;
    private static final int CELL_SECONDS = 10;

    /** Of the steps of a study, the share with each verdict. */
    record Shares(double pass, double fail) {}

    /** @param ofLimit the true p95 as a multiple of the limit */
    Shares at(double ofLimit) {
        long limit = Math.round(MEDIAN_NANOS * Math.exp(dependence.logQuantile(QUANTILE)) / ofLimit);
        Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
        for (int step = 0; step < steps; step++) {
            verdicts.merge(verdict(new SeededRandom(31_000L + step), limit), 1, Integer::sum);
        }
        return new Shares(share(verdicts, Verdict.PASS), share(verdicts, Verdict.FAIL));
    }

    private double share(Map<Verdict, Integer> verdicts, Verdict verdict) {
        return (double) verdicts.getOrDefault(verdict, 0) / steps;
    }

    private Verdict verdict(SeededRandom draws, long limitNanos) {
        double begins = draws.uniform() * CELL_SECONDS;
        double[] due = new double[requests];
        Arrays.setAll(due, request -> draws.uniform() * seconds);
        Arrays.sort(due);
        double[] logs = dependence.logs(due, draws);
        DueCells cells = new DueCells();
        for (int request = 0; request < requests; request++) {
            long nanos = Math.round(MEDIAN_NANOS * Math.exp(logs[request]));
            DueCell cell = cells.cell(START + (long) (begins + due[request])).orElseThrow();
            cell.add(1, 0);
            cell.addBad(CRITERION, nanos > limitNanos ? 1 : 0);
            cell.sketch(Metric.TTFT).add(nanos);
            cell.sketch(Metric.E2E).add(4 * nanos);
        }
        BlockCounts bad = cells.bad(CRITERION);
        return new SustainedJudge(cells)
                .quantile(
                        objective(limitNanos),
                        new SustainedJudge.Counted(cells.due(), bad.bad(), bad),
                        RankedValues.of(cells.merged(Metric.TTFT)),
                        0)
                .getVerdict();
    }

    private static ObjectiveState objective(long limitNanos) {
        return ObjectiveState.newBuilder()
                .setName("p95")
                .setKind(ObjectiveKind.QUANTILE)
                .setMetric(MetricName.TTFT)
                .setQuantile(QUANTILE)
                .setLimitNanos(limitNanos)
                .build();
    }
}
