package io.tidemark.producer.runtime;

import io.tidemark.producer.publish.Publisher;
import io.tidemark.schemas.time.HangDetector;
import io.tidemark.schemas.time.NanoClock;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What lies between the stamping thread, which never waits, and the publisher, which may. First in, first out; what does not
 * fit is counted and lost.
 */
public final class DroppingEventQueue implements EventQueue {
    private static final Logger LOG = LoggerFactory.getLogger(DroppingEventQueue.class);
    /** The lane wakes no thread: that would be a system call on the thread that stamps. */
    private static final long LOOK_EVERY_NANOS = 5_000_000;

    private static final long LOOK_AT_END_EVERY_MILLIS = 50;

    private final Queue<Waiting> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong waitingBytes = new AtomicLong();
    private final int capacity;
    private final long maxBytes;
    private final Publisher publisher;
    private final AtomicLong overflow = new AtomicLong();
    private final Thread thread;
    private final HangDetector hangs;
    private volatile boolean closing;
    private volatile boolean finished;

    /** Something to hand over, and about how many bytes it holds. */
    private record Waiting(int sizeBytes, Consumer<Publisher> handOver) {}

    /** With an eighth of this process's heap. */
    public DroppingEventQueue(int capacity, Publisher publisher, NanoClock clock) {
        this(capacity, Runtime.getRuntime().maxMemory() / 8, publisher, clock);
    }

    /** @param maxBytes that may wait */
    public DroppingEventQueue(int capacity, long maxBytes, Publisher publisher, NanoClock clock) {
        this.maxBytes = maxBytes;
        this.capacity = capacity;
        this.publisher = publisher;
        this.hangs = new HangDetector("the hand-over of events to the publisher", clock);
        this.thread = new Thread(this::drain, "tidemark-publish");
        this.thread.setDaemon(true);
    }

    @Override
    public void start() {
        thread.start();
    }

    /** From one thread; never waits for anything. */
    @Override
    public void offer(int sizeBytes, Consumer<Publisher> handOver) {
        if (waiting.get() >= capacity || waitingBytes.get() + sizeBytes > maxBytes) {
            overflow.incrementAndGet();
            return;
        }
        waiting.incrementAndGet();
        waitingBytes.addAndGet(sizeBytes);
        queue.add(new Waiting(sizeBytes, handOver));
    }

    @Override
    public long overflow() {
        return overflow.get();
    }

    @Override
    public Optional<String> failure() {
        boolean ended = thread.getState() == Thread.State.TERMINATED && !finished;
        return ended ? Optional.of("the thread that hands events to the publisher died") : hangs.hang();
    }

    private void drain() {
        while (!closing || !queue.isEmpty()) {
            Waiting next = queue.poll();
            if (next == null) {
                LockSupport.parkNanos(LOOK_EVERY_NANOS);
            } else {
                waiting.decrementAndGet();
                waitingBytes.addAndGet(-next.sizeBytes());
                handOver(next.handOver());
            }
        }
        finished = true;
    }

    private void handOver(Consumer<Publisher> next) {
        try {
            hangs.round(() -> next.accept(publisher));
        } catch (RuntimeException e) {
            if (overflow.getAndIncrement() == 0) {
                LOG.error("an event could not be published; the run is invalid, further losses are only counted", e);
            }
        }
    }

    /** A publisher that hangs is not waited for. */
    @Override
    public void finish() throws InterruptedException {
        closing = true;
        while (thread.isAlive() && hangs.hang().isEmpty()) {
            thread.join(LOOK_AT_END_EVERY_MILLIS);
        }
        // What is left if the thread has died or hangs.
        overflow.addAndGet(queue.size());
        queue.clear();
    }
}
