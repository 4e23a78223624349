package io.tidemark.app.dashboards;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How values are shown: of all queries of a panel, and otherwise of some. */
record FieldConfig(Defaults defaults, List<FieldOverride> overrides) {
    /** @param unit by Grafana's name, such as {@code s} or {@code percentunit} */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Defaults(String unit, Color color, @Nullable Thresholds thresholds, Map<String, Object> custom) {}

    record Color(
            String mode,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String fixedColor) {}

    record Thresholds(String mode, List<Step> steps) {}

    /** @param value from which the colour holds; null for the lowest */
    record Step(String color, @Nullable Double value) {}

    record FieldOverride(Matcher matcher, List<Property> properties) {}

    record Matcher(String id, String options) {}

    record Property(String id, Object value) {}

    private static final Color PALETTE = new Color("palette-classic", null);

    /** Lines; the axis begins at 0 unless a value is below. */
    static Defaults lines(String unit) {
        return new Defaults(
                unit,
                PALETTE,
                null,
                Map.of(
                        "drawStyle",
                        "line",
                        "lineWidth",
                        1,
                        "fillOpacity",
                        0,
                        "showPoints",
                        "never",
                        "spanNulls",
                        true,
                        "axisSoftMin",
                        0));
    }

    /** A single value, red from a value on. */
    static Defaults redFrom(String unit, double red) {
        return value(unit, List.of(new Step("green", null), new Step("red", red)));
    }

    /** A single value, red below a value. */
    static Defaults redBelow(String unit, double green) {
        return value(unit, List.of(new Step("red", null), new Step("green", green)));
    }

    /** A single value without a judgement. */
    static Defaults plain(String unit) {
        return value(unit, List.of(new Step("text", null)));
    }

    private static Defaults value(String unit, List<Step> steps) {
        return new Defaults(unit, new Color("thresholds", null), new Thresholds("absolute", steps), Map.of());
    }

    /** A red dashed line: what must not be crossed. */
    static FieldOverride limitLine(String refId) {
        return new FieldOverride(
                ofQuery(refId),
                List.of(
                        new Property("color", new Color("fixed", "red")),
                        new Property("custom.lineStyle", Map.of("fill", "dash", "dash", List.of(10, 10)))));
    }

    /** A grey stepped line on the right axis: how much load there is, or is held. */
    static FieldOverride loadLine(String refId, String fill) {
        return new FieldOverride(
                ofQuery(refId),
                List.of(
                        new Property("unit", "none"),
                        new Property("color", new Color("fixed", "#8e8e8e")),
                        new Property("custom.axisPlacement", "right"),
                        new Property("custom.axisLabel", "load"),
                        new Property("custom.lineInterpolation", "stepAfter"),
                        new Property("custom.lineStyle", Map.of("fill", fill))));
    }

    /** The title of a table's column. */
    static FieldOverride columnTitle(String refId, String title, String unit) {
        return new FieldOverride(
                new Matcher("byName", "Value #" + refId),
                List.of(new Property("displayName", title), new Property("unit", unit)));
    }

    private static Matcher ofQuery(String refId) {
        return new Matcher("byFrameRefID", refId);
    }
}
