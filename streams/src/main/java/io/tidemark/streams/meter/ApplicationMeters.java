package io.tidemark.streams.meter;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** Meters of one running application, read from Kafka's own when they are asked for; they go when it is closed. */
public final class ApplicationMeters implements AutoCloseable {
    private final List<Meter> open = new ArrayList<>();
    private final TeamMeters meters;
    private final KafkaMetrics figures;

    /**
     * @param topics full names of the topics it reads, by what the tag says
     * @param metrics of the application
     */
    public ApplicationMeters(
            TeamMeters meters, Map<String, String> topics, Supplier<Map<MetricName, ? extends Metric>> metrics) {
        this.meters = meters;
        this.figures = new KafkaMetrics(metrics);
        topics.forEach((tag, topic) -> gauge(StreamsMeter.LAG, now -> now.lagRecords(topic), "topic", tag));
        gauge(StreamsMeter.COMMIT_MEAN, KafkaMetrics::commitMeanSeconds);
        gauge(StreamsMeter.COMMIT_MAX, KafkaMetrics::commitMaxSeconds);
        open.add(StreamsMeter.COMMITS.counter(registry(), meters.tags(), figures, KafkaMetrics::commits));
    }

    @Override
    public void close() {
        open.forEach(registry()::remove);
    }

    private void gauge(StreamsMeter meter, ToDoubleFunction<KafkaMetrics> value, String... tags) {
        open.add(meter.gauge(registry(), meters.tags(tags), figures, value));
    }

    private MeterRegistry registry() {
        return meters.registry();
    }
}
