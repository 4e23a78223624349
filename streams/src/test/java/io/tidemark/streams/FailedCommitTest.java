package io.tidemark.streams;

import static io.tidemark.streams.Given.at;
import static io.tidemark.streams.Given.control;
import static io.tidemark.streams.Given.heartbeat;
import static io.tidemark.streams.Given.ok;
import static io.tidemark.streams.Given.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.DeadLetter;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.streams.inbox.RunInboxRecord;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.PaneDelta;
import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.processor.DeadLetterRecords;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A record that makes a part of a run's state too large to be saved: the run goes back, and all else goes on. */
class FailedCommitTest {
    private static final String STRUCK = Given.RUN.substring(0, 25) + "1";

    /** More than a part of a run's state may take. */
    private static final int TOO_LARGE = 8 << 20;

    @TempDir
    private Path stateDir;

    private TeamDriver team;

    @BeforeEach
    void start() {
        team = new TeamDriver(stateDir.resolve("first"));
        team.send(control(run().build()));
        team.send(control(run().setRun(STRUCK).build()));
        for (String run : List.of(Given.RUN, STRUCK)) {
            team.send(ok(0, 0, 100, 200).setRun(run).build());
        }
        team.pass(Duration.ofSeconds(1));
        assertThat(team.records(Topic.DEAD_LETTERS)).isEmpty();
    }

    @AfterEach
    void stop() {
        team.close();
    }

    @Test
    void theRecordIsADeadLetterAndTheRunIsWhatItWasAtTheLastCommit() {
        strike();
        team.pass(Duration.ofSeconds(1));

        assertThat(team.records(Topic.DEAD_LETTERS)).singleElement().satisfies(letter -> {
            assertThat(DeadLetter.reason(letter.headers()))
                    .startsWith("DEFECT")
                    .contains("run " + STRUCK + ", changed by 1 records from offset ")
                    .contains("must take at most 7340032 bytes but takes ")
                    .contains("it is again what it was at the last commit");
            assertThat(header(letter, DeadLetter.TOPIC_HEADER)).endsWith("-run-inbox-repartition");
        });
        bothCountTheirTwoRequests();
    }

    @Test
    void theLetterNamesTheInputRecordThatTheLastRecordOfTheRunWasMadeFrom() {
        strike(TOO_LARGE, DeadLetterRecords.originHeaders(new RecordPosition("tidemark.alpha.requests", 3, 77)));
        team.pass(Duration.ofSeconds(1));

        assertThat(team.records(Topic.DEAD_LETTERS)).singleElement().satisfies(letter -> {
            assertThat(letter.key()).isEqualTo("tidemark.alpha.requests");
            assertThat(header(letter, DeadLetter.TOPIC_HEADER)).isEqualTo("tidemark.alpha.requests");
            assertThat(header(letter, DeadLetter.PARTITION_HEADER)).isEqualTo("3");
            assertThat(header(letter, DeadLetter.OFFSET_HEADER)).isEqualTo("77");
            assertThat(DeadLetter.reason(letter.headers()))
                    .contains(" of run-inbox, the last of tidemark.alpha.requests[3]@77: ");
        });
    }

    @Test
    void anOriginThatCannotBeReadIsLeftOut() {
        strike(TOO_LARGE, new RecordHeaders().add("origin", new byte[] {9}));
        team.pass(Duration.ofSeconds(1));

        assertThat(team.records(Topic.DEAD_LETTERS))
                .singleElement()
                .satisfies(letter ->
                        assertThat(header(letter, DeadLetter.TOPIC_HEADER)).endsWith("-run-inbox-repartition"));
    }

    private static String header(TestRecord<String, byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    @Test
    void afterARestartToo() {
        strike();
        team.pass(Duration.ofSeconds(1));
        assertThat(team.records(Topic.DEAD_LETTERS)).hasSize(1);

        team = team.killed(stateDir.resolve("next"), at(2));
        strike();
        team.pass(Duration.ofSeconds(1));

        assertThat(team.records(Topic.DEAD_LETTERS)).hasSize(1);
        bothCountTheirTwoRequests();
    }

    /** The first tick that fails puts the run back, the second gives it up. */
    @Test
    void aRunWithAResultThatIsLargerThanItsTopicTakesIsGivenUp() {
        strike(1 << 20);
        for (String run : List.of(Given.RUN, STRUCK)) {
            team.send(ok(1, 1, 100, 200).setRun(run).build());
            team.send(heartbeat(5, 0, 2).setRun(run).build());
        }
        team.pass(Duration.ofSeconds(12));

        assertThat(team.records(Topic.DEAD_LETTERS))
                .extracting(letter -> DeadLetter.reason(letter.headers()))
                .hasSize(2)
                .allMatch(reason -> reason.contains("a record of windows must take at most 921600 bytes but takes "))
                .last()
                .asString()
                .contains("it is given up");
        assertThat(team.read(Topic.WINDOWS, WindowStats.class))
                .filteredOn(window -> window.getRun().equals(Given.RUN))
                .anyMatch(window -> window.getFinality() == Finality.FINAL && window.getCount() == 2);
    }

    private void strike() {
        strike(TOO_LARGE);
    }

    private void strike(int nameLength) {
        strike(nameLength, new RecordHeaders());
    }

    /** Of a class whose name is larger than what is saved at once, or than what a topic takes; no producer's event may have one. */
    private void strike(int nameLength, Headers headers) {
        Pane pane = new Pane();
        pane.sketch(Metric.ITL).add(1_000_000);
        PaneDelta delta =
                new PaneDelta(new SeriesKey(0, "default", "c".repeat(nameLength)), at(0).getEpochSecond(), pane);
        team.sendToRun(STRUCK, new RunInboxRecord.Deltas(List.of(delta), List.of(), List.of()), headers);
    }

    private void bothCountTheirTwoRequests() {
        for (String run : List.of(Given.RUN, STRUCK)) {
            team.send(ok(1, 1, 100, 200).setRun(run).build());
            team.send(heartbeat(5, 0, 2).setRun(run).build());
        }
        team.pass(Duration.ofSeconds(12));
        List<WindowStats> windows = team.seen(Topic.WINDOWS, WindowStats.class);
        for (String run : List.of(Given.RUN, STRUCK)) {
            assertThat(windows)
                    .as(run)
                    .filteredOn(window -> window.getRun().equals(run) && window.getMetric() == MetricName.E2E)
                    .anyMatch(window -> window.getFinality() == Finality.FINAL && window.getCount() == 2);
        }
        assertThat(team.records(Topic.DEAD_LETTERS)).isEmpty();
    }
}
