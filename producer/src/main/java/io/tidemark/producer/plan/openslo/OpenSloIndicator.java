package io.tidemark.producer.plan.openslo;

import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
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
    static Optional<OpenSloIndicator> of(YamlSection indicator) {
        YamlSection spec = indicator.section("spec").orElseGet(() -> indicator.emptySection("spec"));
        spec.optional("description", ValueTypes.TEXT);
        Optional<YamlSection> threshold = spec.section("thresholdMetric");
        Optional<YamlSection> ratio = spec.section("ratioMetric");
        spec.refuseUnknownKeys();
        if (threshold.isPresent() == ratio.isPresent()) {
            indicator.refuse("spec", "must have either thresholdMetric or ratioMetric");
            return Optional.empty();
        }
        return threshold.isPresent() ? threshold(threshold.get()) : ratio.flatMap(OpenSloIndicator::ratio);
    }

    private static Optional<OpenSloIndicator> threshold(YamlSection metric) {
        YamlSection spec = source(metric);
        String name = spec.required("metric", ValueTypes.TEXT, "");
        String unit = spec.required("unit", ValueTypes.TEXT, "");
        if (!unit.matches("|ms|s|us")) {
            spec.refuse("unit", "must be us, ms or s but was " + unit);
        }
        spec.refuseUnknownKeys();
        return name.isEmpty() || unit.isEmpty() ? Optional.empty() : Optional.of(new OpenSloIndicator(name, unit));
    }

    private static Optional<OpenSloIndicator> ratio(YamlSection metric) {
        metric.optional("counter", ValueTypes.SWITCH);
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
        metric.refuseUnknownKeys();
        if (!total.equals("all")) {
            metric.refuse("total", "must count requests: all but was " + total);
        }
        if (metric.has("bad") && !bad.equals("errors")) {
            metric.refuse("bad", "must count requests: errors but was " + bad);
        }
        return Optional.of(new OpenSloIndicator(good.isEmpty() ? "errors" : good, ""));
    }

    private static String requests(YamlSection metric, String key) {
        Optional<YamlSection> counted = metric.section(key);
        if (counted.isEmpty()) {
            return "";
        }
        YamlSection spec = source(counted.get());
        String requests = spec.required("requests", ValueTypes.TEXT, "");
        spec.refuseUnknownKeys();
        return requests;
    }

    private static YamlSection source(YamlSection metric) {
        YamlSection source = metric.section("metricSource").orElseGet(() -> metric.emptySection("metricSource"));
        String type = source.required("type", ValueTypes.TEXT, SOURCE);
        if (!type.equals(SOURCE)) {
            source.refuse("type", "must be " + SOURCE + " (only requests are counted) but was " + type);
        }
        if (source.has("metricSourceRef")) {
            source.refuse("metricSourceRef", "must be left out: the run is the only source");
        }
        YamlSection spec = source.section("spec").orElseGet(() -> source.emptySection("spec"));
        source.refuseUnknownKeys();
        metric.refuseUnknownKeys();
        return spec;
    }
}
