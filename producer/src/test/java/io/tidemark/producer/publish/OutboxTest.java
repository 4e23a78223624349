package io.tidemark.producer.publish;

import static io.tidemark.producer.publish.spool.NumberedRecords.event;
import static io.tidemark.producer.publish.spool.NumberedRecords.numbers;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.publish.spool.DiskSpool;
import io.tidemark.producer.publish.spool.NoSpool;
import io.tidemark.producer.publish.spool.OutboxLimits;
import io.tidemark.producer.publish.spool.PendingRecord;
import io.tidemark.producer.publish.spool.Spool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OutboxTest {
    /** Each event takes 100 bytes, its number and key, and 200 of overhead: about 310. */
    private static final int FILLER_BYTES = 100;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final OutboxLimits TEN_AND_TWENTY = new OutboxLimits(3_200, 6_400);

    @TempDir
    private Path folder;

    private final AtomicLong nowNanos = new AtomicLong();

    private Outbox outbox(Spool spool) {
        return new Outbox(TEN_AND_TWENTY, spool, nowNanos::get);
    }

    private static void offer(Outbox outbox, int from, int until) {
        for (int n = from; n < until; n++) {
            outbox.offer(event(n, FILLER_BYTES));
        }
    }

    private void seconds(int seconds) {
        nowNanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    /** Acknowledges each event when ten are under way, as a Kafka that is there. */
    private static List<Integer> deliver(Outbox outbox, int events) throws InterruptedException {
        List<ProducerRecord<String, byte[]>> delivered = new ArrayList<>();
        Deque<PendingRecord> underWay = new ArrayDeque<>();
        while (delivered.size() < events) {
            PendingRecord parcel = outbox.take().orElseThrow();
            delivered.add(parcel.event());
            underWay.add(parcel);
            if (underWay.size() == 5) {
                outbox.acknowledged(underWay.remove());
            }
        }
        underWay.forEach(outbox::acknowledged);
        return numbers(delivered);
    }

    @Test
    void whatMemoryHasNoRoomForGoesOverTheSpoolInOrder() throws Exception {
        DiskSpool spool = new DiskSpool(folder.resolve("spool"), 1 << 20);
        Outbox outbox = outbox(spool);
        offer(outbox, 0, 1000);
        assertThat(outbox.backlog().spooled()).isEqualTo(980);

        assertThat(deliver(outbox, 500)).isEqualTo(numbers(0, 500));
        offer(outbox, 1000, 1200);
        assertThat(deliver(outbox, 700)).isEqualTo(numbers(500, 1200));
        assertThat(outbox.backlog().events()).isZero();
        assertThat(outbox.lost()).isZero();
    }

    @Test
    void kafkaIsAwayWhenSomethingWaitsForThreeSecondsWithoutAnAnswer() throws Exception {
        Outbox outbox = outbox(new NoSpool());
        seconds(100);
        assertThat(outbox.backlog().isAway()).isFalse();
        offer(outbox, 0, 2);
        seconds(3);
        assertThat(outbox.backlog().isAway()).isFalse();
        seconds(9);
        assertThat(outbox.backlog()).isEqualTo(new Backlog(2, 0, Duration.ofSeconds(12)));
        assertThat(outbox.backlog().isAway()).isTrue();

        outbox.acknowledged(outbox.take().orElseThrow());
        assertThat(outbox.backlog()).isEqualTo(new Backlog(1, 0, Duration.ZERO));
    }

    /** As {@code admin spool publish} finds it. */
    @Test
    void aSpoolThatWasThereFromTheBeginningGivesKafkaItsTime() throws Exception {
        Path path = folder.resolve("spool");
        DiskSpool left = new DiskSpool(path, 1 << 20);
        assertThat(left.append(event(0, FILLER_BYTES))).isTrue();
        assertThat(left.prepend(List.of())).isTrue();
        left.close();
        seconds(1_000);

        assertThat(outbox(DiskSpool.reopen(path)).backlog()).isEqualTo(new Backlog(0, 1, Duration.ZERO));
    }

    @Test
    void whatFitsNowhereWhileKafkaIsAwayIsCounted() {
        Outbox outbox = outbox(new NoSpool());
        offer(outbox, 0, 20);
        seconds(4);
        offer(outbox, 20, 25);

        assertThat(outbox.lost()).isEqualTo(5);
        assertThat(outbox.lost("tidemark.perf.tokens")).as("20, 22, 24").isEqualTo(3);
        assertThat(outbox.lost("tidemark.perf.requests")).isEqualTo(2);
        assertThat(outbox.lossReason()).isEqualTo("the memory for waiting events was full and there is no spool");
    }

    @Test
    void whatKafkaRefusesDoesNotHoldUpTheOthers() throws Exception {
        Outbox outbox = outbox(new NoSpool());
        offer(outbox, 0, 3);
        outbox.refused(outbox.take().orElseThrow(), new RecordTooLargeException("2 MiB"));

        assertThat(deliver(outbox, 2)).isEqualTo(numbers(1, 3));
        assertThat(outbox.lost()).isEqualTo(1);
        assertThat(outbox.lost("tidemark.perf.tokens")).isEqualTo(1);
        assertThat(outbox.lost("tidemark.perf.requests")).isZero();
    }

    @Test
    void whatWasNotAcknowledgedAtTheEndIsKeptInOrder() throws Exception {
        Path path = folder.resolve("spool");
        Outbox outbox = outbox(new DiskSpool(path, 1 << 20));
        offer(outbox, 0, 600);
        List<PendingRecord> underWay = List.of(
                outbox.take().orElseThrow(),
                outbox.take().orElseThrow(),
                outbox.take().orElseThrow());
        outbox.acknowledged(underWay.get(0));
        outbox.acknowledged(underWay.get(2));
        outbox.close();
        outbox.spoolRemaining();

        DiskSpool left = DiskSpool.reopen(path);
        List<Integer> expected = new ArrayList<>(numbers(1, 600));
        expected.remove((Integer) 2);
        List<ProducerRecord<String, byte[]>> read = new ArrayList<>();
        while (!left.isEmpty()) {
            read.addAll(left.read());
        }
        assertThat(numbers(read)).isEqualTo(expected);
        assertThat(outbox.lost()).isZero();
    }

    @Test
    void whatASpoolCouldNotWriteAtTheEndIsLostAndDoesNotWaitInIt() throws IOException {
        Path noFolder = Files.createFile(folder.resolve("file"));
        Outbox outbox = outbox(new DiskSpool(noFolder.resolve("spool"), 1 << 20));
        offer(outbox, 0, 30);
        assertThat(outbox.backlog().spooled()).isEqualTo(10);
        assertThat(outbox.spooled()).isEqualTo(10);

        outbox.close();
        outbox.spoolRemaining();

        assertThat(outbox.lost()).isEqualTo(30);
        assertThat(outbox.lossReason()).contains(noFolder.toString(), "could not be written");
        assertThat(outbox.backlog().events()).isZero();
    }

    @Test
    void theEndGivesABrokerThatHasBeenAwayForLongItsTime() throws Exception {
        Outbox outbox = outbox(new NoSpool());
        offer(outbox, 0, 1);
        PendingRecord away = outbox.take().orElseThrow();
        seconds(60);
        FutureTask<Void> end = new FutureTask<>(() -> outbox.awaitEmpty(PATIENCE), null);
        Thread ending = new Thread(end, "end");
        ending.start();
        while (ending.getState() != Thread.State.TIMED_WAITING && !end.isDone()) {
            Thread.onSpinWait();
        }
        outbox.acknowledged(away);
        end.get();
        assertThat(outbox.lost()).isZero();
    }

    /** However often it asks. */
    @Test
    void theEndWaitsOnceForABrokerThatStaysAway() throws Exception {
        Outbox outbox = outbox(new NoSpool());
        offer(outbox, 0, 1);
        assertThat(outbox.take()).isPresent();
        seconds(60);
        FutureTask<Void> end = new FutureTask<>(() -> outbox.awaitEmpty(PATIENCE), null);
        new Thread(end, "end").start();
        while (!end.isDone()) {
            seconds(1);
            TimeUnit.MILLISECONDS.sleep(1);
        }
        assertThat(outbox.lost()).isEqualTo(1);
        assertThat(outbox.backlog().events()).isZero();
        offer(outbox, 1, 2);
        seconds(10);
        outbox.awaitEmpty(PATIENCE);
        assertThat(outbox.lost()).isEqualTo(2);
    }

    @Test
    void withoutASpoolWhatWasNotAcknowledgedAtTheEndIsLost() throws IOException {
        Outbox outbox = outbox(new NoSpool());
        offer(outbox, 0, 4);
        outbox.close();
        outbox.spoolRemaining();

        assertThat(outbox.lost()).isEqualTo(4);
    }
}
