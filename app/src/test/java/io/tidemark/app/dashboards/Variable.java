package io.tidemark.app.dashboards;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What a viewer chooses at the top of a dashboard.
 *
 * @param query for a data source its kind, otherwise a query of labels
 * @param refresh 1: asked when the dashboard opens; 2: also when the time range changes
 * @param allValue what "All" stands for in a query
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Variable(
        String type,
        String name,
        String label,
        @Nullable DataSource datasource,
        Object query,
        int refresh,
        int sort,
        boolean multi,
        boolean includeAll,
        @Nullable String allValue,
        @Nullable Current current) {
    private static final int ON_OPENING = 1;
    private static final int ON_TIME_RANGE = 2;
    private static final int ALPHABETICALLY = 1;

    record LabelQuery(String query, String refId) {}

    record Current(String text, String value) {}

    static Variable dataSource() {
        return new Variable(
                "datasource", "datasource", "Prometheus", null, "prometheus", ON_OPENING, 0, false, false, null, null);
    }

    /** One value of a label of some series. */
    static Variable one(String name, String label, String series) {
        return labels(name, label, series, name, null, null);
    }

    /** One value, of which one is chosen at first. */
    static Variable one(String name, String label, String series, String first) {
        return labels(name, label, series, name, null, new Current(first, first));
    }

    /** Any number of values of a label that has the variable's name; at first all. */
    static Variable many(String name, String label, String series) {
        return many(name, label, series, name);
    }

    /** Any number of values of a label; at first all. */
    static Variable many(String name, String label, String series, String labelName) {
        return labels(name, label, series, labelName, ".*", new Current("All", "$__all"));
    }

    private static Variable labels(
            String name,
            String label,
            String series,
            String labelName,
            @Nullable String allValue,
            @Nullable Current current) {
        boolean many = allValue != null;
        return new Variable(
                "query",
                name,
                label,
                DataSource.CHOSEN,
                new LabelQuery("label_values(" + series + ", " + labelName + ")", name),
                ON_TIME_RANGE,
                ALPHABETICALLY,
                many,
                many,
                allValue,
                current);
    }
}
