package io.tidemark.app.dashboards;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A picture, a value or a table of a dashboard, or the title of a row of them. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Panel(
        int id,
        String type,
        String title,
        @Nullable String description,
        GridPos gridPos,
        @Nullable DataSource datasource,
        @Nullable List<Query> targets,
        @Nullable FieldConfig fieldConfig,
        @Nullable Map<String, Object> options,
        @Nullable List<Transformation> transformations) {
    /** In cells: a row has 24 of them. */
    record GridPos(int x, int y, int w, int h) {}

    record Transformation(String id, Map<String, Object> options) {}

    private static final GridPos NOWHERE = new GridPos(0, 0, 0, 0);
    private static final Map<String, Object> NEWEST =
            Map.of("calcs", List.of("lastNotNull"), "fields", "", "values", false);

    /** Lines over time. */
    static Panel lines(String title, String unit, Query... queries) {
        return shown(
                "timeseries",
                title,
                List.of(queries),
                new FieldConfig(FieldConfig.lines(unit), List.of()),
                Map.of(
                        "legend",
                        Map.of(
                                "displayMode",
                                "table",
                                "placement",
                                "right",
                                "showLegend",
                                true,
                                "calcs",
                                List.of("lastNotNull", "max")),
                        "tooltip",
                        Map.of("mode", "multi", "sort", "desc")));
    }

    /** The newest values as numbers. */
    static Panel stat(String title, FieldConfig.Defaults defaults, Query... queries) {
        return stat(title, defaults, "auto", queries);
    }

    /** The names of the newest series. */
    static Panel names(String title, Query... queries) {
        return stat(title, FieldConfig.plain("none"), "name", queries);
    }

    private static Panel stat(String title, FieldConfig.Defaults defaults, String textMode, Query... queries) {
        return shown(
                "stat",
                title,
                List.of(queries),
                new FieldConfig(defaults, List.of()),
                Map.of("reduceOptions", NEWEST, "textMode", textMode, "colorMode", "value", "graphMode", "none"));
    }

    /** A row for each combination of labels, a column for each query. */
    static Panel table(String title, List<FieldConfig.FieldOverride> columns, Query... queries) {
        return new Panel(
                0,
                "table",
                title,
                null,
                NOWHERE,
                DataSource.CHOSEN,
                List.of(queries),
                new FieldConfig(FieldConfig.plain("none"), columns),
                Map.of("showHeader", true),
                List.of(
                        new Transformation("merge", Map.of()),
                        new Transformation("organize", Map.of("excludeByName", Map.of("Time", true)))));
    }

    static Panel row(String title) {
        return new Panel(0, "row", title, null, NOWHERE, null, List.of(), null, null, null);
    }

    private static Panel shown(
            String type, String title, List<Query> queries, FieldConfig fields, Map<String, Object> options) {
        return new Panel(0, type, title, null, NOWHERE, DataSource.CHOSEN, queries, fields, options, null);
    }

    Panel described(String description) {
        return new Panel(
                id, type, title, description, gridPos, datasource, targets, fieldConfig, options, transformations);
    }

    Panel at(int number, GridPos position) {
        return new Panel(
                number, type, title, description, position, datasource, targets, fieldConfig, options, transformations);
    }

    /** With a red dashed line. */
    Panel withLimit(String expr, String legend) {
        return with(Query.over("LIMIT", expr, legend), FieldConfig.limitLine("LIMIT"));
    }

    /** With the load of the newest step and the load that is held, on the right axis. */
    Panel withLoad(Scope scope) {
        return with(Query.over("LOAD", scope.load(), "load " + scope.legend()), FieldConfig.loadLine("LOAD", "solid"))
                .with(
                        Query.over("HELD", scope.heldLoad(), "held load " + scope.legend()),
                        FieldConfig.loadLine("HELD", "dot"));
    }

    /** With the limits of the objectives on a latency. */
    Panel withLimits(Scope scope, String metric) {
        return withLimit(scope.limit(metric), "limit of {{objective}}");
    }

    private Panel with(Query query, FieldConfig.FieldOverride override) {
        List<Query> queries = new ArrayList<>(targets);
        queries.add(query);
        List<FieldConfig.FieldOverride> overrides = new ArrayList<>(fieldConfig.overrides());
        overrides.add(override);
        return new Panel(
                id,
                type,
                title,
                description,
                gridPos,
                datasource,
                List.copyOf(queries),
                new FieldConfig(fieldConfig.defaults(), List.copyOf(overrides)),
                options,
                transformations);
    }
}
