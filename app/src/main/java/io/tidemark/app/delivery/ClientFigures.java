package io.tidemark.app.delivery;

import io.tidemark.app.live.LiveRunState;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.producer.publish.SpoolPublisher;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** What a terminal shows of a run whose results are computed later: percentiles of the requests that ended in the last 10 s, and the server's signals. */
final class ClientFigures implements SpoolPublisher.Observer {
    private static final int WINDOW_SECONDS = 10;
    private static final double P99 = 0.99;

    private final LiveRunState figures;
    private final Deque<Second> seconds = new ArrayDeque<>();

    ClientFigures(LiveRunState figures) {
        this.figures = figures;
    }

    private record Second(long epochSecond, Map<Metric, LogHistogram> sketches) {}

    @Override
    public synchronized void request(RequestEvent request, Instant at) {
        Map<Metric, LogHistogram> sketches = second(at.getEpochSecond()).sketches();
        for (Metric metric : Metric.values()) {
            metric.nanos(request)
                    .ifPresent(nanos -> sketches.computeIfAbsent(metric, none -> new LogHistogram())
                            .add(nanos));
        }
        if (request.getItlSketch().hasRemaining()) {
            sketches.computeIfAbsent(Metric.ITL, none -> new LogHistogram())
                    .merge(LogHistogram.decode(request.getItlSketch().duplicate()));
        }
    }

    private Second second(long epochSecond) {
        Second last = seconds.peekLast();
        if (last == null || last.epochSecond() < epochSecond) {
            publish();
            last = new Second(epochSecond, new EnumMap<>(Metric.class));
            seconds.add(last);
            while (seconds.element().epochSecond() <= epochSecond - WINDOW_SECONDS) {
                seconds.remove();
            }
        }
        return last;
    }

    private void publish() {
        for (Metric metric : Metric.values()) {
            LogHistogram window = new LogHistogram();
            seconds.stream()
                    .map(second -> second.sketches().get(metric))
                    .filter(Objects::nonNull)
                    .forEach(window::merge);
            if (!window.isEmpty()) {
                figures.measured(metric.event(), window.quantile(P99));
            }
        }
    }

    @Override
    public void sample(ServerSample sample) {
        figures.sampled(sample.getValues());
    }
}
