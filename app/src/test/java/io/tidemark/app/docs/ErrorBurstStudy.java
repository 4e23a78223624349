package io.tidemark.app.docs;

import io.tidemark.analysis.designeffect.BlockCounts;
import io.tidemark.analysis.designeffect.DueCell;
import io.tidemark.analysis.designeffect.DueCells;
import io.tidemark.analysis.objective.SustainedJudge;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.Metric;
import io.tidemark.simulator.random.SeededRandom;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * How often the sustained verdict on errors is PASS and FAIL where their true share is the limit, and they come in bursts of exponential lengths.
 * {@value #PER_SECOND} requests a second; E2E lognormal (sigma 0.4), three times as long within a burst. Seeded.
 *
 * @param burstSeconds mean length
 * @param inside share of requests that fail within a burst
 * @param e2eSeconds median outside of bursts
 */
record ErrorBurstStudy(double burstSeconds, double inside, double e2eSeconds) {
    private static final double LIMIT = 0.05;
    private static final int STEPS = 1_000;
    private static final int PER_SECOND = 5;
    private static final double SIGMA = 0.4;
    private static final double SLOWER = 3;
    private static final long START = 1_700_000_000;

    StepVerdictStudy.Shares of(int seconds) {
        Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
        for (int step = 0; step < STEPS; step++) {
            verdicts.merge(verdict(new SeededRandom(47_000L + step), seconds), 1, Integer::sum);
        }
        return new StepVerdictStudy.Shares(share(verdicts, Verdict.PASS), share(verdicts, Verdict.FAIL));
    }

    private static double share(Map<Verdict, Integer> verdicts, Verdict verdict) {
        return (double) verdicts.getOrDefault(verdict, 0) / STEPS;
    }

    private Verdict verdict(SeededRandom draws, int seconds) {
        int begins = draws.between(0, 9);
        boolean bursts = draws.uniform() < LIMIT / inside;
        double until = draws.exponential() * mean(bursts);
        DueCells cells = new DueCells();
        for (int second = 0; second < seconds; second++) {
            while (until < second) {
                bursts = !bursts;
                until += draws.exponential() * mean(bursts);
            }
            add(cells.cell(START + begins + second).orElseThrow(), bursts, draws);
        }
        BlockCounts bad = cells.failed();
        return new SustainedJudge(cells)
                .ratio(fewErrors(), new SustainedJudge.Counted(cells.due(), bad.bad(), bad))
                .getVerdict();
    }

    private double mean(boolean bursts) {
        return bursts ? burstSeconds : burstSeconds * (inside - LIMIT) / LIMIT;
    }

    private void add(DueCell cell, boolean bursts, SeededRandom draws) {
        for (int request = 0; request < PER_SECOND; request++) {
            boolean fails = bursts && draws.uniform() < inside;
            cell.add(1, fails ? 1 : 0);
            if (!fails) {
                double e2e = e2eSeconds * Math.exp(SIGMA * draws.gaussian()) * (bursts ? SLOWER : 1);
                cell.sketch(Metric.E2E).add(Math.round(e2e * 1e9));
            }
        }
    }

    private static ObjectiveState fewErrors() {
        return ObjectiveState.newBuilder()
                .setName("errors < 5%")
                .setKind(ObjectiveKind.ERROR_RATIO)
                .setMetric(MetricName.E2E)
                .setMaxBadRatio(LIMIT)
                .setGoodLimitsNanos(Collections.emptyMap())
                .build();
    }
}
