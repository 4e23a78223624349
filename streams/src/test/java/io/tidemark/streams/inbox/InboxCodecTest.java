package io.tidemark.streams.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.Outcome;
import io.tidemark.events.RunState;
import io.tidemark.events.ServerSample;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.serde.TrustedEvents;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.StoredBytes;
import io.tidemark.streams.pane.LaneCount;
import io.tidemark.streams.pane.LaneProgress;
import io.tidemark.streams.pane.Pane;
import io.tidemark.streams.pane.PaneDelta;
import io.tidemark.streams.pane.RequestFact;
import io.tidemark.streams.pane.SequenceRanges;
import io.tidemark.streams.pane.SeriesKey;
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

class InboxCodecTest {
    @BeforeAll
    static void trust() {
        TrustedEvents.trust();
    }

    private static final Instant AT = Instant.parse("2020-11-01T12:00:00Z");

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void whatIsWrittenIsReadBack(int seed) {
        InboxRecord.Deltas deltas = deltas(new SplittableRandom(seed));
        byte[] bytes = InboxCodec.encode(deltas);
        InboxRecord.Deltas read = (InboxRecord.Deltas) InboxCodec.decode(bytes);
        assertThat(read.lanes()).isEqualTo(deltas.lanes());
        assertThat(read.panes().get(0).series()).isEqualTo(deltas.panes().get(0).series());
        assertThat(read.panes().get(0).pane().ended())
                .isEqualTo(deltas.panes().get(0).pane().ended());
        assertThat(InboxCodec.encode(read)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @MethodSource("events")
    void eventsAreReadBack(InboxRecord inbox) {
        assertThat(InboxCodec.decode(InboxCodec.encode(inbox))).isEqualTo(inbox);
    }

    @ParameterizedTest
    @MethodSource("everyKind")
    void aTruncatedRecordIsRefusedWhereverItWasCut(InboxRecord inbox) {
        byte[] whole = InboxCodec.encode(inbox);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> InboxCodec.decode(cut)).isInstanceOf(WireFormatException.class);
        }
    }

    @Test
    void anotherVersionIsRefused() {
        assertThatThrownBy(() -> InboxCodec.decode(new byte[] {7, 1}))
                .hasMessage("internal record has version 7 but this reads 1 to 6: a newer Tidemark wrote it."
                        + " Stop every streams host of the team that is of this version and go on with the newer ones;"
                        + " how to go back is in docs/operating.md, Upgrade and rollback");
        assertThatThrownBy(() -> InboxCodec.decode(new byte[] {0, 1}))
                .hasMessage(
                        "internal record has version 0 but this reads 1 to 6; if another version of Tidemark wrote it, start"
                                + " with a new TIDEMARK_HOME, or, on a Kafka of your own, with a new team");
    }

    @Test
    void targetRecordsAreReadBack() {
        TargetRecord binding = new TargetRecord.Binding("run", -1);
        assertThat(TargetCodec.decode(TargetCodec.encode(binding))).isEqualTo(binding);
        TargetRecord scrape = new TargetRecord.Scrape(sample());
        assertThat(TargetCodec.decode(TargetCodec.encode(scrape))).isEqualTo(scrape);
    }

    /** As the versions before wrote them: four requests and one that failed after 2 of its tokens, in the first segment of step 0. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "deltas-version-1.txt",
                "deltas-version-2.txt",
                "deltas-version-3.txt",
                "deltas-version-4.txt",
                "deltas-version-5.txt"
            })
    void whatOlderVersionsWroteIsRead(String file) {
        List<InboxRecord.Deltas> read = StoredBytes.lines(InboxCodecTest.class, file)
                .map(line -> (InboxRecord.Deltas) InboxCodec.decode(StoredBytes.decode(line)))
                .toList();
        Pane sum = new Pane();
        read.forEach(deltas -> deltas.panes().forEach(delta -> sum.add(delta.pane())));
        assertThat(sum.ended()).hasSize(5).allSatisfy(fact -> {
            assertThat(fact.measured()).isTrue();
            assertThat(fact.segment()).isZero();
            assertThat(fact.dueSecond()).isEqualTo(RequestFact.UNKNOWN_SECOND);
        });
        assertThat(sum.notOk()).isEqualTo(1);
        assertThat(sum.outputTokens()).isEqualTo(4 * 11 + 2);
        assertThat(sum.sketch(Metric.ITL).count()).isEqualTo(4 * 10 + 1);
        assertThat(sum.firstTokens().size()).isEqualTo(5);
        assertThat(read.stream()
                        .flatMap(deltas -> deltas.lanes().stream())
                        .mapToLong(LaneCount::requests)
                        .sum())
                .isEqualTo(5);
    }

    static Stream<InboxRecord> events() {
        return Stream.of(
                new InboxRecord.Beat(Heartbeat.newBuilder()
                        .setRun("run")
                        .setLane("lane")
                        .setLaneSeq(3)
                        .setAt(AT)
                        .setPublishedThrough(AT)
                        .setTokenBatches(4)
                        .setRequests(5)
                        .build()),
                new InboxRecord.Control(ControlEvent.newBuilder()
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
                new InboxRecord.Sample(sample()));
    }

    static Stream<InboxRecord> everyKind() {
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

    private static InboxRecord.Deltas deltas(SplittableRandom random) {
        Pane pane = new Pane();
        for (int i = 0; i < 20; i++) {
            pane.sketch(Metric.ITL).add(random.nextLong(1_000_000_000));
            pane.firstToken(random.nextLong(1_000_000_000), random.nextLong(1_000_000_000));
            pane.tokens(random.nextInt(5));
            RequestFact fact = new RequestFact(
                    random.nextBoolean(),
                    random.nextInt(3),
                    random.nextBoolean() ? Outcome.OK : Outcome.STREAM_CUT,
                    true,
                    new RequestFact.Times(random.nextLong(1L << 40), -1, 7, random.nextLong(1L << 40), 0),
                    new RequestFact.Tokens(100, random.nextInt(-1, 3), -1),
                    random.nextLong(-1, 2_000_000_000));
            pane.requestEnded(fact);
            pane.measuredItl().merge(fact, gaps(random.nextLong(1_000_000_000)));
        }
        return new InboxRecord.Deltas(
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
