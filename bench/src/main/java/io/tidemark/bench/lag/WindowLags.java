package io.tidemark.bench.lag;

import io.tidemark.events.Finality;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/**
 * From when requests ended to when a window that holds them was read. One lane publishes in the order of ends, so what a
 * window's count holds is known exactly: its oldest requests.
 */
final class WindowLags {
    static final int WINDOW_SECONDS = 10;
    private static final long SECOND_NANOS = 1_000_000_000L;

    private final long[] endNanos;
    private final List<ReadWindow> windows;

    /** A request's end and when it was read, epoch nanoseconds. */
    record EndedRequest(long endNanos, long readNanos) {}

    /**
     * A window record.
     *
     * @param endSecond of the window, exclusive
     * @param readNanos when it was read, epoch nanoseconds
     */
    record ReadWindow(long endSecond, Finality finality, long count, long readNanos) {}

    /** @param ends of all requests, measured or not */
    WindowLags(List<EndedRequest> ends, List<ReadWindow> windows) {
        this.endNanos = ends.stream().mapToLong(EndedRequest::endNanos).sorted().toArray();
        this.windows = windows.stream()
                .sorted(Comparator.comparingLong(ReadWindow::readNanos))
                .toList();
    }

    /** Lags of the requests that ended from a time on, to the first record of any finality that holds them. */
    long[] toFirstWindow(long fromNanos) {
        return lags(fromNanos, window -> true);
    }

    /** To the first FINAL record that holds them. */
    long[] toFinalWindow(long fromNanos) {
        return lags(fromNanos, window -> window.finality() == Finality.FINAL);
    }

    private long[] lags(long fromNanos, Predicate<ReadWindow> wanted) {
        List<ReadWindow> candidates = windows.stream().filter(wanted).toList();
        return LongStream.of(endNanos)
                .filter(end -> end >= fromNanos)
                .flatMap(end -> first(end, candidates)
                        .map(window -> LongStream.of(window.readNanos() - end))
                        .orElseGet(LongStream::empty))
                .toArray();
    }

    private Optional<ReadWindow> first(long end, List<ReadWindow> candidates) {
        long second = end / SECOND_NANOS;
        return candidates.stream()
                .filter(window -> window.endSecond() > second
                        && window.endSecond() - WINDOW_SECONDS <= second
                        && window.count() >= rank(end, window))
                .findFirst();
    }

    /** How many requests ended in a window up to and with this one. */
    private long rank(long end, ReadWindow window) {
        long startNanos = (window.endSecond() - WINDOW_SECONDS) * SECOND_NANOS;
        return LongStream.of(endNanos)
                .filter(one -> one >= startNanos && one <= end)
                .count();
    }
}
