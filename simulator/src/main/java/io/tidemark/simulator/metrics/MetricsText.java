package io.tidemark.simulator.metrics;

/**
 * Writes metric families as prometheus_client's {@code generate_latest} does: labels sorted by name, a {@code _created} gauge
 * after each counter and histogram. Written by hand, because client_java refuses some of vLLM's names.
 */
final class MetricsText {
    private final StringBuilder text = new StringBuilder(32_768);
    private final Labels labels;
    private final double createdSeconds;

    /** @param createdSeconds when the metrics began to count, Unix time */
    MetricsText(Labels labels, double createdSeconds) {
        this.labels = labels;
        this.createdSeconds = createdSeconds;
    }

    void head(String name, String type, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    void sample(String name, String labelText, double value) {
        text.append(name)
                .append(labelText)
                .append(' ')
                .append(PythonNumber.of(value))
                .append('\n');
    }

    void gauge(String name, String help, double value) {
        head(name, "gauge", help);
        sample(name, labels.plain(), value);
    }

    void counter(String family, String help, long value) {
        head(family + "_total", "counter", help);
        sample(family + "_total", labels.plain(), (double) value);
        created(family, help);
    }

    void created(String family, String help) {
        head(family + "_created", "gauge", help);
        sample(family + "_created", labels.plain(), createdSeconds);
    }

    void histogram(String name, String help, Histogram histogram) {
        head(name, "histogram", help);
        long cumulated = 0;
        for (int i = 0; i < histogram.buckets(); i++) {
            cumulated += histogram.count(i);
            sample(name + "_bucket", labels.with("le", PythonNumber.of(histogram.bound(i))), (double) cumulated);
        }
        sample(name + "_count", labels.plain(), (double) cumulated);
        sample(name + "_sum", labels.plain(), histogram.sum());
        created(name, help);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
