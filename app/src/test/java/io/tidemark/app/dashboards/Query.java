package io.tidemark.app.dashboards;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One query of a panel, which Grafana calls a target.
 *
 * @param refId names it within its panel
 * @param instant whether its newest value is asked for, instead of all in the time range
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Query(
        String refId,
        DataSource datasource,
        String editorMode,
        String expr,
        String legendFormat,
        boolean range,
        boolean instant,
        @Nullable String format) {
    /** Values over time. */
    static Query over(String refId, String expr, String legend) {
        return new Query(refId, DataSource.CHOSEN, "code", expr, legend, true, false, null);
    }

    /** The newest values. */
    static Query now(String refId, String expr, String legend) {
        return new Query(refId, DataSource.CHOSEN, "code", expr, legend, false, true, null);
    }

    /** The newest values as columns of a table. */
    static Query column(String refId, String expr) {
        return new Query(refId, DataSource.CHOSEN, "code", expr, "", false, true, "table");
    }
}
