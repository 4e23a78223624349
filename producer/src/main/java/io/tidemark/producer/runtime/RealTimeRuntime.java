package io.tidemark.producer.runtime;

import io.tidemark.producer.client.http.StreamingClient;
import io.tidemark.schemas.time.HangDetector;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Real time: the client's event loop is the lane's thread. */
final class RealTimeRuntime implements LaneRuntime {
    private static final long LOOK_EVERY_MILLIS = 50;

    /** Longer than a task may take, so that a task that hangs is named rather than its thread. */
    private static final Duration SILENT_AFTER = HangDetector.HUNG_AFTER.plusSeconds(1);

    private final StreamingClient client;
    private final NanoClock clock;
    private final List<PeriodicTask> tasks = new CopyOnWriteArrayList<>();
    private volatile Optional<String> hang = Optional.empty();

    RealTimeRuntime(StreamingClient client, NanoClock clock) {
        this.client = client;
        this.clock = clock;
    }

    @Override
    public StreamingClient client() {
        return client;
    }

    @Override
    public Executor loop() {
        return client.loop();
    }

    @Override
    public <T> T callOnLoop(Callable<T> question) throws InterruptedException {
        HangDetector silence = new HangDetector("the lane's thread", clock, SILENT_AFTER);
        silence.begin();
        Future<T> answer = client.loop().submit(question);
        while (hang.isEmpty()) {
            try {
                return answer.get(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                Optional<String> inside = failureInside();
                hang = silence.hang().map(inside::orElse);
            } catch (ExecutionException e) {
                throw new IllegalStateException("the lane failed", e.getCause());
            }
        }
        throw new LaneHungException(hang.get());
    }

    private Optional<String> failureInside() {
        return tasks.stream()
                .flatMap(task -> task.failure().stream())
                .findFirst()
                .or(client::failure);
    }

    @Override
    public Optional<String> failure() {
        return hang;
    }

    @Override
    public PeriodicTask scheduleAtFixedRate(String name, Duration first, Duration period, Runnable work) {
        PeriodicTask task = EventLoopPeriodicTask.start(
                new EventLoopPeriodicTask.Work(name, first, period, work), client.loop(), clock);
        tasks.add(task);
        return task;
    }

    @Override
    public void sleep(long nanos) {
        LockSupport.parkNanos(nanos);
    }

    @Override
    public PollTaskHandle startPolling(PollTask rounds) {
        return PollTaskThread.start(rounds);
    }

    /** A thread that hangs is not waited for. */
    @Override
    public void close() {
        if (hang.isPresent()) {
            client.abandon();
        } else {
            client.close();
        }
    }
}
