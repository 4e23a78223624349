package io.tidemark.streams.meter;

import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** What a Kafka Streams application measures of itself and its clients, put together over its threads. */
final class KafkaMetrics {
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
