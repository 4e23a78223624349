package io.tidemark.app.run.stop;

import static io.tidemark.app.run.stop.RunStopRecordsTest.OTHER;
import static io.tidemark.app.run.stop.RunStopRecordsTest.RUN;
import static io.tidemark.app.run.stop.RunStopRecordsTest.command;
import static io.tidemark.app.run.stop.RunStopRecordsTest.record;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.RunAction;
import io.tidemark.events.RunCommand;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.sinks.store.read.run.RunKey;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

final class RunStopListenerTest {
    private static final RunKey WATCHED = new RunKey(new Team("perf"), RUN);
    private static final String TOPIC = Topic.RUN_COMMANDS.in(WATCHED.team());
    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final BlockingQueue<String> notified = new LinkedBlockingQueue<>();

    private final RunStopListener.Listener listener = new RunStopListener.Listener() {
        @Override
        public void stop(RunCommand command) {
            notified.add(command.getBy() + ": " + command.getReason());
        }

        @Override
        public void unavailable(String description) {
            notified.add(description);
        }
    };

    private RunStopListener start() {
        return RunStopListener.start(
                WATCHED,
                consumer,
                (position, value) -> {
                    RunCommand.Builder said = RunCommand.newBuilder(command(RUN, RunAction.STOP));
                    return said.setReason(new String(value, UTF_8)).build();
                },
                listener);
    }

    private void givenTheTopic() {
        consumer.updatePartitions(TOPIC, List.of(new PartitionInfo(TOPIC, 0, null, null, null)));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    }

    private String notified() throws InterruptedException {
        return String.valueOf(notified.poll(60, TimeUnit.SECONDS));
    }

    @Test
    void twoRequestsAreOneAndThoseOfOtherRunsNone() throws Exception {
        givenTheTopic();
        consumer.schedulePollTask(() -> {
            consumer.addRecord(record(0, OTHER, "not meant"));
            consumer.addRecord(record(1, RUN, "release"));
            consumer.addRecord(record(2, RUN, "again"));
        });
        RunStopListener listening = start();
        assertThat(notified()).isEqualTo("ana@gpu-1: release");
        listening.close();
        assertThat(notified).isEmpty();
        assertThat(consumer.closed()).isTrue();
    }

    @Test
    void anInstallationWithoutTheTopicIsSaidOnce() throws Exception {
        RunStopListener listening = start();
        assertThat(notified())
                .isEqualTo("Kafka lacks " + TOPIC + "; `tidemark admin topics create --team perf` makes it");
        listening.close();
        assertThat(notified).isEmpty();
    }

    @Test
    void aUserWhoMayNotReadTheTopicIsToldWhoGivesTheRight() throws Exception {
        givenTheTopic();
        consumer.schedulePollTask(() -> consumer.setPollException(new TopicAuthorizationException(TOPIC)));
        RunStopListener listening = start();
        assertThat(notified())
                .startsWith("this user may not read " + TOPIC)
                .contains("`tidemark admin team add perf --apply`");
        listening.close();
        assertThat(notified).isEmpty();
    }

    @Test
    void closedItHandsNothingOn() {
        givenTheTopic();
        RunStopListener listening = start();
        listening.close();

        assertThat(consumer.closed()).isTrue();
        assertThat(notified).isEmpty();
    }
}
