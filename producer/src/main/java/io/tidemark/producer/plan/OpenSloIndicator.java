package io.tidemark.producer.plan;

import java.util.Optional;

/**
 * What an SLI in OpenSLO's shape measures, in the words of our grammar. Its metric source is of type {@code tidemark}:
 *
 * <pre>
 * thresholdMetric: {metricSource: {type: tidemark, spec: {metric: ttft_due, unit: ms}}}
 * ratioMetric:     {good: {metricSource: {type: tidemark, spec: {requests: "good(ttft_due &lt;= 1s, tpot &lt;= 50ms)"}}},
 *                   total: {metricSource: {type: tidemark, spec: {requests: all}}}}
 * </pre>
 *
 * <p>Or, for errors, {@code bad} with {@code requests: errors} instead of {@code good}.
 *
 * @param subject {@code ttft_due}, {@code good(...)} or {@code errors}
 * @param unit of the threshold; empty where there is none
 */
record OpenSloIndicator(String subject, String unit) {
    private static final String SOURCE = "tidemark";

    boolean hasThreshold() {
        return !unit.isEmpty();
    }

    /** The indicator of a document or of an SLO itself. */
    static Optional<OpenSloIndicator> of(Section indicator) {
        Section spec = indicator.section("spec").orElseGet(() -> indicator.nothing("spec"));
        spec.optional("description", Values.TEXT);
        Optional<Section> threshold = spec.section("thresholdMetric");
        Optional<Section> ratio = spec.section("ratioMetric");
        spec.refuseOthers();
        if (threshold.isPresent() == ratio.isPresent()) {
            indicator.refuse("spec", "must have either thresholdMetric or ratioMetric");
            return Optional.empty();
        }
        return threshold.isPresent() ? threshold(threshold.get()) : ratio.flatMap(OpenSloIndicator::ratio);
    }

    private static Optional<OpenSloIndicator> threshold(Section metric) {
        Section spec = source(metric);
        String name = spec.required("metric", Values.TEXT, "");
        String unit = spec.required("unit", Values.TEXT, "");
        if (!unit.matches("|ms|s|us")) {
            spec.refuse("unit", "must be us, ms or s but was " + unit);
        }
        spec.refuseOthers();
        return name.isEmpty() || unit.isEmpty() ? Optional.empty() : Optional.of(new OpenSloIndicator(name, unit));
    }

    private static Optional<OpenSloIndicator> ratio(Section metric) {
        metric.optional("counter", Values.SWITCH);
        for (String raw : new String[] {"raw", "rawType"}) {
            if (metric.has(raw)) {
                metric.refuse(raw, "must be left out: give good, or bad, and total");
            }
        }
        if (metric.has("good") == metric.has("bad")) {
            metric.refuse("must have either good or bad");
            return Optional.empty();
        }
        String good = requests(metric, "good");
        String bad = requests(metric, "bad");
        String total = requests(metric, "total");
        metric.refuseOthers();
        if (!total.equals("all")) {
            metric.refuse("total", "must count requests: all but was " + total);
        }
        if (metric.has("bad") && !bad.equals("errors")) {
            metric.refuse("bad", "must count requests: errors but was " + bad);
        }
        return Optional.of(new OpenSloIndicator(good.isEmpty() ? "errors" : good, ""));
    }

    private static String requests(Section metric, String key) {
        Optional<Section> counted = metric.section(key);
        if (counted.isEmpty()) {
            return "";
        }
        Section spec = source(counted.get());
        String requests = spec.required("requests", Values.TEXT, "");
        spec.refuseOthers();
        return requests;
    }

    private static Section source(Section metric) {
        Section source = metric.section("metricSource").orElseGet(() -> metric.nothing("metricSource"));
        String type = source.required("type", Values.TEXT, SOURCE);
        if (!type.equals(SOURCE)) {
            source.refuse("type", "must be " + SOURCE + ", for requests are what is counted here, but was " + type);
        }
        if (source.has("metricSourceRef")) {
            source.refuse("metricSourceRef", "must be left out: there is no other source than the run");
        }
        Section spec = source.section("spec").orElseGet(() -> source.nothing("spec"));
        source.refuseOthers();
        metric.refuseOthers();
        return spec;
    }
}
