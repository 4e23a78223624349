package io.tidemark.streams.breaches;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.streams.objectives.EvidenceCounts;
import io.tidemark.streams.objectives.ObjectiveMeter;
import io.tidemark.streams.objectives.ObjectiveTally;
import io.tidemark.streams.objectives.ObjectiveValue;
import io.tidemark.streams.objectives.WindowFinding;
import io.tidemark.streams.objectives.WindowJudge;
import io.tidemark.streams.objectives.WindowReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How often chance opens a breach, and how long a real one takes, by simulation: p99 over one minute, independent requests. */
class FalseBreachTest {
    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    private static final int WINDOW = 60;
    private static final double ALLOWED = 0.01;
    private static final int HOURS = 40;
    private static final int REPEATS = 100;

    /** A row of the table: requests per second, level and for-duration. */
    private record Case(double perSecond, double level, int forSeconds) {
        ObjectiveState objective(ObjectiveKind kind) {
            return ObjectiveState.newBuilder()
                    .setName("p99")
                    .setKind(kind)
                    .setMetric(MetricName.TTFT_DUE)
                    .setQuantile(1 - ALLOWED)
                    .setMaxBadRatio(ALLOWED)
                    .setWindowSeconds(WINDOW)
                    .setForSeconds(forSeconds)
                    .setFlapChanges(0)
                    .setLevel(level)
                    .build();
        }
    }

    /** Requests and bad ones of each second, drawn. */
    private static final class Drawn {
        private final int[] all;
        private final int[] bad;

        Drawn(int seconds) {
            all = new int[seconds];
            bad = new int[seconds];
        }

        static Drawn of(Random random, double perSecond, double[] share) {
            Drawn drawn = new Drawn(share.length);
            for (int second = 0; second < share.length; second++) {
                drawn.all[second] = poisson(random, perSecond);
                for (int i = 0; i < drawn.all[second]; i++) {
                    drawn.bad[second] += random.nextDouble() < share[second] ? 1 : 0;
                }
            }
            return drawn;
        }

        private static int poisson(Random random, double mean) {
            double product = random.nextDouble();
            int count = 0;
            for (double limit = Math.exp(-mean); product > limit; product *= random.nextDouble()) {
                count++;
            }
            return count;
        }
    }

    /** Counts alone, judged as a window's; the same counts are judged once. */
    private static final class Counts implements ObjectiveMeter {
        private final WindowJudge judging;
        private final Drawn drawn;
        private final Map<Long, WindowFinding> findings = new HashMap<>();
        private int end;
        private long all;
        private long bad;

        Counts(ObjectiveState objective, Drawn drawn) {
            this.judging = new WindowJudge(objective);
            this.drawn = drawn;
        }

        @Override
        public void startAt(long newEnd) {
            end = (int) newEnd;
            all = Arrays.stream(drawn.all, end - WINDOW, end).sum();
            bad = Arrays.stream(drawn.bad, end - WINDOW, end).sum();
        }

        @Override
        public void advance() {
            all += drawn.all[end] - drawn.all[end - WINDOW];
            bad += drawn.bad[end] - drawn.bad[end - WINDOW];
            end++;
        }

        @Override
        public void jumpTo(long newEnd) {
            startAt(newEnd);
        }

        @Override
        public long nextNonEmpty() {
            return end;
        }

        @Override
        public WindowReading read(boolean wantsValue) {
            WindowFinding finding = all == 0
                    ? WindowFinding.NO_DATA
                    : findings.computeIfAbsent(
                            (all << Integer.SIZE) + bad,
                            unseen -> judging.finding(new ObjectiveTally(all, bad, bad, 0)));
            return new WindowReading(end, finding, ObjectiveValue.of((double) bad), EvidenceCounts.NOTHING);
        }

        @Override
        public ObjectiveMeter copy() {
            throw new UnsupportedOperationException("nothing looks ahead here");
        }
    }

    @Test
    void theTableOfTheGuardIsWhatTheRulesDo() throws IOException {
        String docs = Files.readString(Path.of("..", "docs", "reference", "slo.md"));
        StringBuilder table = new StringBuilder();
        for (Case row : new Case[] {
            new Case(2, 1, 0),
            new Case(2, 0.05, 0),
            new Case(2, 0.01, 0),
            new Case(2, 0.01, 10),
            new Case(20, 1, 0),
            new Case(20, 0.01, 0),
        }) {
            table.append(line(row)).append('\n');
        }
        assertThat(docs).contains(table.toString());
    }

    @Test
    void halfTheAllowedShareOpensNoBreachInAnHour() {
        for (ObjectiveKind kind : new ObjectiveKind[] {ObjectiveKind.QUANTILE, ObjectiveKind.ERROR_RATIO}) {
            assertThat(openingsPerHour(new Case(2, 1, 0), kind, ALLOWED / 2)).isGreaterThan(5);
            assertThat(openingsPerHour(new Case(2, 0.01, 0), kind, ALLOWED / 2)).isLessThan(0.1);
        }
    }

    private static String line(Case row) {
        return String.format(
                Locale.ROOT,
                "| %.0f | %.0f %% | %d s | %.2f | %.2f | %.0f s | %.0f s |",
                row.perSecond,
                row.level * 100,
                row.forSeconds,
                openingsPerHour(row, ObjectiveKind.QUANTILE, ALLOWED / 2),
                openingsPerHour(row, ObjectiveKind.QUANTILE, ALLOWED),
                medianDelay(row, 2),
                medianDelay(row, 10));
    }

    private static double openingsPerHour(Case row, ObjectiveKind kind, double share) {
        double[] shares = new double[WINDOW + HOURS * 3600];
        Arrays.fill(shares, share);
        ObjectiveEvaluator walk = walk(row.objective(kind), Drawn.of(new Random(1), row.perSecond, shares));
        while (walk.head() < shares.length) {
            walk.step(shares.length, Finality.FINAL);
        }
        return (double) walk.breaches().size() / HOURS;
    }

    /** Seconds from when the share rises from half the allowed to a multiple of it until a breach opens. */
    private static double medianDelay(Case row, double factor) {
        double[] shares = new double[WINDOW + 3600];
        Arrays.fill(shares, 0, WINDOW, ALLOWED / 2);
        Arrays.fill(shares, WINDOW, shares.length, ALLOWED * factor);
        Random random = new Random(2);
        double[] delays = new double[REPEATS];
        for (int i = 0; i < REPEATS; i++) {
            ObjectiveEvaluator walk =
                    walk(row.objective(ObjectiveKind.QUANTILE), Drawn.of(random, row.perSecond, shares));
            while (walk.head() < shares.length && walk.breaches().isEmpty()) {
                walk.step(shares.length, Finality.FINAL);
            }
            delays[i] = (double) walk.head() - WINDOW;
        }
        Arrays.sort(delays);
        return delays[REPEATS / 2];
    }

    private static ObjectiveEvaluator walk(ObjectiveState objective, Drawn drawn) {
        ObjectiveEvaluator walk =
                new ObjectiveEvaluator(AlertRule.of(objective), new Counts(objective, drawn), new TreeMap<>());
        walk.startAt(WINDOW, EvaluationState.UNKNOWN);
        return walk;
    }
}
