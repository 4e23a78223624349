package io.tidemark.console.api;

import io.javalin.http.Context;
import io.javalin.http.ServiceUnavailableResponse;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import io.tidemark.web.server.Callers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Some readers of one store, opened as they are needed: as many requests are answered at once, and half as many of one team, whose slow questions so
 * leave readers to others. Thread-safe.
 */
public final class StoreReaders implements AutoCloseable {
    static final int MAX_READERS = 4;
    static final int MAX_READERS_OF_TEAM = MAX_READERS / 2;
    private static final Duration MAX_WAIT = Duration.ofSeconds(5);

    private final StoreAddress store;
    private final Duration maxWait;
    private final BlockingQueue<ResultReader> open = new LinkedBlockingQueue<>();
    private volatile boolean closed;

    private final Lock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    /** Readers in use, by what {@link #countedBy} says; guarded by the lock, as is their sum. */
    private final Map<String, Integer> used = new HashMap<>();

    private int usedInAll;

    public StoreReaders(StoreAddress store) {
        this(store, MAX_WAIT);
    }

    StoreReaders(StoreAddress store, Duration maxWait) {
        this.store = store;
        this.maxWait = maxWait;
    }

    /**
     * Reads on one consistent state of the store.
     *
     * @param request of the caller who asks
     * @throws StoreException if the store cannot be read
     * @throws ServiceUnavailableResponse if no reader is free in time
     */
    public <T> T read(Context request, Function<ResultReader, T> question) {
        return use(request, reader -> reader.inSnapshot(question));
    }

    /**
     * Reads; each question of it sees the state of its own time.
     *
     * @param request of the caller who asks
     * @throws StoreException if the store cannot be read
     * @throws ServiceUnavailableResponse if no reader is free in time
     */
    public <T> T use(Context request, Function<ResultReader, T> question) {
        return use(Callers.of(request).orElseThrow(), question);
    }

    <T> T use(Caller caller, Function<ResultReader, T> question) {
        String by = countedBy(caller);
        take(by, caller.equals(Caller.LOCAL) ? MAX_READERS : MAX_READERS_OF_TEAM);
        try {
            ResultReader reader = open.poll();
            if (reader == null) {
                reader = store.openReader();
            }
            return answered(reader, question);
        } finally {
            free(by);
        }
    }

    /** Callers of the same teams count as one; a caller of all teams as itself. */
    private static String countedBy(Caller caller) {
        return caller.mayForAllTeams(Scope.READ)
                ? "caller " + caller.name()
                : "teams "
                        + caller.teams(Scope.READ).stream()
                                .map(Team::name)
                                .sorted()
                                .toList();
    }

    private void take(String by, int most) {
        lock.lock();
        try {
            long left = maxWait.toNanos();
            while (usedInAll >= MAX_READERS || used.getOrDefault(by, 0) >= most) {
                if (left <= 0) {
                    throw new ServiceUnavailableResponse("the store answers " + MAX_READERS
                            + " questions at a time, and " + MAX_READERS_OF_TEAM + " of one team; none ended within "
                            + maxWait.toSeconds() + " s");
                }
                left = freed.awaitNanos(left);
            }
            usedInAll++;
            used.merge(by, 1, Integer::sum);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServiceUnavailableResponse("this server ends");
        } finally {
            lock.unlock();
        }
    }

    private void free(String by) {
        lock.lock();
        try {
            usedInAll--;
            used.computeIfPresent(by, (unused, count) -> count == 1 ? null : count - 1);
            freed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A reader that failed is not used again: the store may have been replaced, or its server restarted. */
    private <T> T answered(ResultReader reader, Function<ResultReader, T> question) {
        boolean usable = false;
        try {
            T answer = question.apply(reader);
            usable = true;
            return answer;
        } finally {
            if (usable && !closed) {
                open.add(reader);
            } else {
                reader.close();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        ResultReader reader = open.poll();
        while (reader != null) {
            reader.close();
            reader = open.poll();
        }
    }
}
