package io.tidemark.streams.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.Outcome;
import io.tidemark.events.RunState;
import io.tidemark.events.ServerSample;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.lanes.LaneCount;
import io.tidemark.streams.lanes.LaneProgress;
import io.tidemark.streams.lanes.SequenceRanges;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.PaneDelta;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.wire.WireFormatException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunInboxCodecTest {
    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    private static final Instant AT = Instant.parse("2020-11-01T12:00:00Z");

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void whatIsWrittenIsReadBack(int seed) {
        RunInboxRecord.Deltas deltas = deltas(new SplittableRandom(seed));
        byte[] bytes = RunInboxCodec.encode(deltas);
        RunInboxRecord.Deltas read = (RunInboxRecord.Deltas) RunInboxCodec.decode(bytes);
        assertThat(read.lanes()).isEqualTo(deltas.lanes());
        assertThat(read.panes().get(0).series()).isEqualTo(deltas.panes().get(0).series());
        assertThat(read.panes().get(0).pane().ended())
                .isEqualTo(deltas.panes().get(0).pane().ended());
        assertThat(RunInboxCodec.encode(read)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @MethodSource("events")
    void eventsAreReadBack(RunInboxRecord inbox) {
        assertThat(RunInboxCodec.decode(RunInboxCodec.encode(inbox))).isEqualTo(inbox);
    }

    @ParameterizedTest
    @MethodSource("everyKind")
    void aTruncatedRecordIsRefusedWhereverItWasCut(RunInboxRecord inbox) {
        byte[] whole = RunInboxCodec.encode(inbox);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> RunInboxCodec.decode(cut)).isInstanceOf(WireFormatException.class);
        }
    }

    @Test
    void anotherVersionIsRefused() {
        assertThatThrownBy(() -> RunInboxCodec.decode(new byte[] {2, 1}))
                .hasMessage("internal record has version 2 but this reads 1: a newer Tidemark wrote it."
                        + " Stop every streams host of the team that is of this version and go on with the newer ones;"
                        + " how to go back is in docs/operate/upgrade.md, Rollback");
        assertThatThrownBy(() -> RunInboxCodec.decode(new byte[] {0, 1}))
                .hasMessage("internal record has version 0 but this reads 1; if an earlier Tidemark wrote it, run the"
                        + " release between on this home first, or count again what Kafka still holds: stop the"
                        + " team's hosts, run kafka-streams-application-reset.sh for the application"
                        + " tidemark.TEAM.streams, remove streams/ from TIDEMARK_HOME and start them"
                        + " (docs/operate/upgrade.md, Older than one version)");
    }

    @Test
    void targetRecordsAreReadBack() {
        TargetInboxRecord binding = new TargetInboxRecord.Binding("run", -1);
        assertThat(TargetInboxCodec.decode(TargetInboxCodec.encode(binding))).isEqualTo(binding);
        TargetInboxRecord scrape = new TargetInboxRecord.Scrape(sample());
        assertThat(TargetInboxCodec.decode(TargetInboxCodec.encode(scrape))).isEqualTo(scrape);
    }

    static Stream<RunInboxRecord> events() {
        return Stream.of(
                new RunInboxRecord.HeartbeatReceived(Heartbeat.newBuilder()
                        .setRun("run")
                        .setLane("lane")
                        .setLaneSeq(3)
                        .setAt(AT)
                        .setPublishedThrough(AT)
                        .setTokenBatches(4)
                        .setRequests(5)
                        .build()),
                new RunInboxRecord.Definition(ControlEvent.newBuilder()
                        .setAt(AT)
                        .setState(RunState.newBuilder()
                                .setRun("run")
                                .setExperiment("e")
                                .setPhase("p")
                                .setTargets(List.of())
                                .setLanes(List.of("lane"))
                                .setStarted(AT)
                                .build())
                        .build()),
                new RunInboxRecord.Scrape(sample()));
    }

    static Stream<RunInboxRecord> everyKind() {
        return Stream.concat(events(), Stream.of(deltas(new SplittableRandom(6))));
    }

    private static ServerSample sample() {
        return ServerSample.newBuilder()
                .setTarget("default")
                .setInstance("localhost:8000")
                .setScrapeStart(AT)
                .setScrapeEnd(AT)
                .setUp(true)
                .setValues(Map.of("engine.requests.waiting", 1.5))
                .build();
    }

    private static LogHistogram gaps(long nanos) {
        LogHistogram gaps = new LogHistogram();
        gaps.add(nanos);
        return gaps;
    }

    private static RunInboxRecord.Deltas deltas(SplittableRandom random) {
        Pane pane = new Pane();
        for (int i = 0; i < 20; i++) {
            pane.sketch(Metric.ITL).add(random.nextLong(1_000_000_000));
            pane.addFirstToken(random.nextLong(1_000_000_000), random.nextLong(1_000_000_000));
            pane.addTokens(random.nextInt(5));
            RequestMeasurement fact = new RequestMeasurement(
                    random.nextBoolean(),
                    random.nextInt(3),
                    random.nextBoolean() ? Outcome.OK : Outcome.STREAM_CUT,
                    true,
                    new RequestMeasurement.Times(random.nextLong(1L << 40), -1, 7, random.nextLong(1L << 40), 0),
                    new RequestMeasurement.Tokens(100, random.nextInt(-1, 3), -1, random.nextInt(-1, 3)),
                    random.nextLong(2_000_000_000));
            pane.addEnded(fact);
            pane.measuredItl().merge(fact, gaps(random.nextLong(1_000_000_000)));
        }
        return new RunInboxRecord.Deltas(
                List.of(new PaneDelta(new SeriesKey(3, "default", "all"), 1_600_000_000, pane)),
                List.of(new LaneCount("lane", 3, 2, 10, 20, 1)),
                List.of(new LaneProgress(
                        "lane",
                        1,
                        1_600_000_000,
                        new LaneProgress.Events(numbers(4, 5, 9), numbers(7)),
                        new LaneProgress.Events(numbers(0), numbers()))));
    }

    private static SequenceRanges numbers(long... numbers) {
        SequenceRanges ranges = new SequenceRanges();
        LongStream.of(numbers).forEach(ranges::add);
        return ranges;
    }
}
