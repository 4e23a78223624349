package io.tidemark.streams.meter;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
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

    /** What a Kafka Streams application measures of itself and its clients, put together over its threads. */
    static final class KafkaMetrics {
        private static final String FETCHES = "consumer-fetch-manager-metrics";
        private static final String THREADS = "stream-thread-metrics";
        private static final double MILLIS_PER_SECOND = 1000;

        private final Supplier<Map<MetricName, ? extends Metric>> metrics;

        KafkaMetrics(Supplier<Map<MetricName, ? extends Metric>> metrics) {
            this.metrics = metrics;
        }

        /** Records of a topic that are not read yet; NaN where no partition of it is read here. */
        double lagRecords(String topic) {
            double[] lags = values(FETCHES, "records-lag", topic).toArray();
            return lags.length == 0 ? Double.NaN : DoubleStream.of(lags).sum();
        }

        double commits() {
            return values(THREADS, "commit-total", "").sum();
        }

        double commitMeanSeconds() {
            return values(THREADS, "commit-latency-avg", "").average().orElse(Double.NaN) / MILLIS_PER_SECOND;
        }

        double commitMaxSeconds() {
            return values(THREADS, "commit-latency-max", "").max().orElse(Double.NaN) / MILLIS_PER_SECOND;
        }

        /** Kafka says NaN where it has measured nothing lately. */
        private DoubleStream values(String group, String name, String topic) {
            return metrics.get().entrySet().stream()
                    .filter(entry -> is(entry.getKey(), group, name, topic))
                    .map(entry -> entry.getValue().metricValue())
                    .filter(Number.class::isInstance)
                    .mapToDouble(value -> ((Number) value).doubleValue())
                    .filter(value -> !Double.isNaN(value));
        }

        private static boolean is(MetricName metric, String group, String name, String topic) {
            return metric.name().equals(name)
                    && metric.group().equals(group)
                    && (topic.isEmpty() || topic.equals(metric.tags().get("topic")));
        }
    }
}
