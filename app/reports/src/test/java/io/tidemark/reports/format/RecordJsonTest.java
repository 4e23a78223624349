package io.tidemark.reports.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.events.Outcome;
import io.tidemark.events.Verdict;
import io.tidemark.sinks.store.read.run.CalibrationRow;
import io.tidemark.sinks.store.read.step.JudgementRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The keys, their order and the form of their numbers are public. */
class RecordJsonTest {
    @Test
    void aHeldLoadIsAnIntervalWithNullForAnUnknownEnd() {
        assertThat(json(new Capacity(
                        OptionalDouble.of(10),
                        OptionalDouble.empty(),
                        List.of(20.0),
                        true,
                        List.of(new Capacity.Contradiction(30, 1, 2)),
                        List.of(),
                        Optional.empty())))
                .isEqualTo("{\"heldUpTo\":10.0,\"failsFrom\":null,\"monotone\":true,"
                        + "\"contradicted\":[{\"load\":30.0,\"passed\":1,\"failed\":2}]}");
    }

    @Test
    void aJudgementSaysWhatItRestsOn() {
        assertThat(json(new JudgementRow(
                        Verdict.FAIL,
                        OptionalDouble.of(1.5e8),
                        OptionalDouble.empty(),
                        new JudgementRow.Worth(
                                OptionalDouble.of(12.25),
                                OptionalDouble.of(2),
                                OptionalLong.of(6),
                                OptionalLong.of(10_000_000_000L)),
                        OptionalLong.of(300),
                        OptionalLong.of(5),
                        "few blocks")))
                .isEqualTo(
                        "{\"verdict\":\"FAIL\",\"low\":1.5E8,\"high\":null,\"effectiveCount\":12.25,\"designEffect\":2.0,"
                                + "\"blocks\":6,\"blockNanos\":10000000000,\"neededRequests\":300,\"neededNanos\":5,"
                                + "\"reason\":\"few blocks\"}");
    }

    @Test
    void aJudgementLeavesOutWhatIsNotKnownButTheEndsOfItsInterval() {
        assertThat(json(new JudgementRow(
                        Verdict.INCONCLUSIVE,
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        JudgementRow.Worth.UNKNOWN,
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        "")))
                .isEqualTo("{\"verdict\":\"INCONCLUSIVE\",\"low\":null,\"high\":null}");
    }

    @Test
    void aCalibrationSaysWhenItWasMeasuredAndWhatTheClientAdds() {
        assertThat(json(new CalibrationRow(Instant.parse("2026-11-20T14:00:00Z"), 32, 1600, 1, 2, 3, 4, 5, 6, 7)))
                .isEqualTo("{\"at\":\"2026-11-20T14:00:00Z\",\"concurrency\":32,\"chunksPerSecond\":1600.0,"
                        + "\"ttftErrorP50Nanos\":1,\"ttftErrorP99Nanos\":2,\"ttftSamples\":3,"
                        + "\"itlErrorP50Nanos\":4,\"itlErrorP99Nanos\":5,\"itlSamples\":6}");
    }

    @Test
    void mapsAreInTheOrderOfTheirKeys() {
        assertThat(json(Map.of(Outcome.STREAM_CUT, 2, Outcome.OK, 98))).isEqualTo("{\"OK\":98,\"STREAM_CUT\":2}");
    }

    private static String json(Object value) {
        return RecordJson.of(value).toString();
    }
}
