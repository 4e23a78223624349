package io.tidemark.simulator.metrics;

/**
 * Writes metric families as prometheus_client's {@code generate_latest} does. Written by hand, because client_java refuses some
 * of vLLM's names. Not thread-safe.
 */
final class MetricsTextWriter {
    private final StringBuilder text = new StringBuilder(65_536);

    /** The two lines before a family's samples; what is known about a family never needs escaping. */
    void head(String name, String type, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    void sample(String name, SampleLabels labels, double value) {
        text.append(name)
                .append(labels.text())
                .append(' ')
                .append(PythonFloat.of(value))
                .append('\n');
    }

    void buckets(String name, SampleLabels labels, BucketHistogram histogram) {
        long cumulated = cumulated(name, labels, histogram);
        sample(name + "_count", labels, (double) cumulated);
        sample(name + "_sum", labels, histogram.sum());
    }

    /** As prometheus_client writes what it collected from several processes. */
    void bucketsOfProcesses(String name, SampleLabels labels, BucketHistogram histogram) {
        sample(name + "_sum", labels, histogram.sum());
        long cumulated = cumulated(name, labels, histogram);
        sample(name + "_count", labels, (double) cumulated);
    }

    private long cumulated(String name, SampleLabels labels, BucketHistogram histogram) {
        long cumulated = 0;
        for (int i = 0; i < histogram.buckets(); i++) {
            cumulated += histogram.count(i);
            SampleLabels bucket = labels.with("le", PythonFloat.of(histogram.bound(i)));
            sample(name + "_bucket", bucket, (double) cumulated);
        }
        return cumulated;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
