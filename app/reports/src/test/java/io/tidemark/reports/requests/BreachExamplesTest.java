package io.tidemark.reports.requests;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.BreachEnd;
import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.Outcome;
import io.tidemark.events.TokenSource;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.BreachRow;
import io.tidemark.sinks.store.read.StoredRequest;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.SloRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class BreachExamplesTest {
    private static final Instant OPENED = Instant.parse("2026-11-28T10:00:00Z");
    private static final long MILLIS = 1_000_000;
    private static final String TTFT = "ttft p95 < 250ms";
    private static final String GOOD = "good 99% of ttft < 250ms, tpot < 40ms";

    @Test
    void aBurnRateIsNoLatency() {
        BreachExamples examples = new BreachExamples(breach(TTFT, Optional.of(Metric.TTFT), 14.4, "page 14.4x"), slo());

        examples.add(ok("fast", 100, 10));
        examples.add(ok("at the limit", 250, 10));
        examples.add(ok("slow", 251, 10));
        examples.add(request("failed", Outcome.HTTP_ERROR, Map.of()));

        assertThat(names(examples)).containsExactly("failed", "slow");
    }

    @Test
    void aQuantileIsHeldAgainstTheLimitAtWhichItsBreachOpened() {
        BreachExamples examples = new BreachExamples(breach(TTFT, Optional.of(Metric.TTFT), 200 * MILLIS, ""), slo());

        examples.add(ok("fast", 200, 10));
        examples.add(ok("slow", 240, 10));

        assertThat(names(examples)).containsExactly("slow");
    }

    @Test
    void aRequestBreaksAShareOfGoodOnesByAnyOfItsLimitsWorstFirst() {
        BreachExamples examples = new BreachExamples(breach(GOOD, Optional.empty(), 0.01, ""), slo());

        examples.add(ok("good", 250, 40));
        examples.add(ok("slow to begin", 300, 10)); // 1.2 times its limit
        examples.add(ok("slow to go on", 10, 80)); // 2 times
        examples.add(ok("slow in both", 260, 50)); // 1.25 times
        examples.add(ok("hardly", 251, 10));

        assertThat(names(examples)).containsExactly("slow to go on", "slow in both", "slow to begin");
        assertThat(examples.worst().get(0).value()).contains(new BreachExample.Value(Metric.TPOT, 80 * MILLIS, 2.0));
    }

    @Test
    void ofAnObjectiveThatIsStoredNoLongerOnlyFailuresShowABurnRate() {
        BreachExamples examples =
                new BreachExamples(breach("gone", Optional.of(Metric.TTFT), 14.4, "page 14.4x"), slo());

        examples.add(ok("slow", 9_000, 10));
        examples.add(request("failed", Outcome.HTTP_ERROR, Map.of()));

        assertThat(names(examples)).containsExactly("failed");
    }

    private static List<String> names(BreachExamples examples) {
        return examples.worst().stream().map(BreachExample::request).toList();
    }

    private static List<SloRow> slo() {
        return List.of(
                new SloRow(
                        TTFT,
                        ObjectiveKind.QUANTILE,
                        Optional.of(Metric.TTFT),
                        0.95,
                        250 * MILLIS,
                        0,
                        Map.of(),
                        60,
                        0,
                        10,
                        1,
                        1,
                        "all",
                        SloRow.Alerting.DEFAULT),
                new SloRow(
                        GOOD,
                        ObjectiveKind.GOOD_RATIO,
                        Optional.empty(),
                        0,
                        0,
                        0.01,
                        Map.of("TTFT", 250 * MILLIS, "TPOT", 40 * MILLIS),
                        60,
                        0,
                        10,
                        1,
                        1,
                        "all",
                        SloRow.Alerting.DEFAULT));
    }

    private static BreachRow breach(String objective, Optional<Metric> metric, double limit, String rule) {
        return new BreachRow(
                "b",
                new RunKey(new Team("perf"), "r"),
                0,
                "gpu",
                "all",
                objective,
                metric,
                BreachState.CLOSED,
                Finality.FINAL,
                OPENED,
                OPENED.plusSeconds(60),
                Optional.of(OPENED.plusSeconds(60)),
                limit,
                limit * 2,
                limit * 2,
                100,
                60,
                List.of(),
                new BreachRow.Remarks("", "", false, false, rule, BreachEnd.CLEARED));
    }

    private static StoredRequest ok(String id, long ttftMillis, long tpotMillis) {
        return request(id, Outcome.OK, Map.of(Metric.TTFT, ttftMillis * MILLIS, Metric.TPOT, tpotMillis * MILLIS));
    }

    private static StoredRequest request(String id, Outcome outcome, Map<Metric, Long> nanos) {
        return new Row(id, outcome, nanos);
    }

    /** One that is due and ends in the second in which the breach opens. */
    private record Row(String id, Outcome outcome, Map<Metric, Long> nanos) implements StoredRequest {
        @Override
        public int step() {
            return 0;
        }

        @Override
        public String requestClass() {
            return "chat";
        }

        @Override
        public int turn() {
            return 1;
        }

        @Override
        public boolean ofConversation() {
            return false;
        }

        @Override
        public TokenSource tokenSource() {
            return TokenSource.USAGE;
        }

        @Override
        public int attempts() {
            return 1;
        }

        @Override
        public OptionalInt promptTokens() {
            return OptionalInt.empty();
        }

        @Override
        public OptionalInt cachedTokens() {
            return OptionalInt.empty();
        }

        @Override
        public OptionalInt outputTokens() {
            return OptionalInt.empty();
        }

        @Override
        public OptionalLong nanos(Metric metric) {
            Long value = nanos.get(metric);
            return value == null ? OptionalLong.empty() : OptionalLong.of(value);
        }

        @Override
        public Instant due() {
            return OPENED;
        }

        @Override
        public OptionalLong firstTokenNanos() {
            return OptionalLong.of(1);
        }

        @Override
        public OptionalLong endNanos() {
            return OptionalLong.of(2);
        }

        @Override
        public OptionalInt httpStatus() {
            return OptionalInt.empty();
        }

        @Override
        public Optional<String> errorType() {
            return Optional.empty();
        }

        @Override
        public Optional<String> errorCode() {
            return Optional.empty();
        }

        @Override
        public Optional<String> errorText() {
            return Optional.empty();
        }
    }
}
