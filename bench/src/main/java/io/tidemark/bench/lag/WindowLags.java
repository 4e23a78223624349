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
    private static final long SECOND_NANOS = 1_000_000_000L;

    private final long[] endNanos;
    private final List<WindowConsumer.ReadWindow> windows;

    /** @param ends of all requests, measured or not */
    WindowLags(List<RequestConsumer.EndedRequest> ends, List<WindowConsumer.ReadWindow> windows) {
        this.endNanos = ends.stream()
                .mapToLong(RequestConsumer.EndedRequest::endNanos)
                .sorted()
                .toArray();
        this.windows = windows.stream()
                .sorted(Comparator.comparingLong(WindowConsumer.ReadWindow::readNanos))
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

    private long[] lags(long fromNanos, Predicate<WindowConsumer.ReadWindow> wanted) {
        List<WindowConsumer.ReadWindow> candidates =
                windows.stream().filter(wanted).toList();
        return LongStream.of(endNanos)
                .filter(end -> end >= fromNanos)
                .flatMap(end -> first(end, candidates)
                        .map(window -> LongStream.of(window.readNanos() - end))
                        .orElseGet(LongStream::empty))
                .toArray();
    }

    private Optional<WindowConsumer.ReadWindow> first(long end, List<WindowConsumer.ReadWindow> candidates) {
        long second = end / SECOND_NANOS;
        return candidates.stream()
                .filter(window -> window.endSecond() > second
                        && window.endSecond() - WindowConsumer.WINDOW_SECONDS <= second
                        && window.count() >= rank(end, window))
                .findFirst();
    }

    /** How many requests ended in a window up to and with this one. */
    private long rank(long end, WindowConsumer.ReadWindow window) {
        long startNanos = (window.endSecond() - WindowConsumer.WINDOW_SECONDS) * SECOND_NANOS;
        return LongStream.of(endNanos)
                .filter(one -> one >= startNanos && one <= end)
                .count();
    }
}
