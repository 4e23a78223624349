package io.tidemark.reports.model;

import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;

/**
 * Reads runs next to each other, as many at a time as there are cores, each from one state of the store over a reader of its own: the
 * requests of a run are most of a report's time, and the runs of a report have nothing to do with each other.
 */
final class ParallelRunReader {
    private ParallelRunReader() {}

    /** What {@code read} makes of each run, in the order of {@code runs}. The first that fails, by that order, fails all. */
    static <T> List<T> read(ResultReader store, List<RunKey> runs, BiFunction<ResultReader, RunKey, T> read) {
        if (runs.size() < 2) {
            return store.inSnapshot(snapshot ->
                    runs.stream().map(run -> read.apply(snapshot, run)).toList());
        }
        int threads = Math.min(runs.size(), Runtime.getRuntime().availableProcessors());
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        try {
            List<Future<T>> answers = runs.stream()
                    .map(run -> workers.submit(() -> alone(store, run, read)))
                    .toList();
            List<T> all = new ArrayList<>();
            for (Future<T> answer : answers) {
                all.add(answer.get());
            }
            return all;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the runs were read", e);
        } catch (ExecutionException e) {
            throw unwrapped(e);
        } finally {
            workers.shutdownNow();
        }
    }

    private static <T> T alone(ResultReader store, RunKey run, BiFunction<ResultReader, RunKey, T> read) {
        try (ResultReader own = store.newReader()) {
            return own.inSnapshot(snapshot -> read.apply(snapshot, run));
        }
    }

    private static RuntimeException unwrapped(ExecutionException failure) {
        if (failure.getCause() instanceof RuntimeException e) {
            return e;
        }
        if (failure.getCause() instanceof Error e) {
            throw e;
        }
        return new IllegalStateException(failure.getCause());
    }
}
