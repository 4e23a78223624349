package io.tidemark.app.dashboards;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * A dashboard in Grafana's JSON model.
 *
 * @param uid stands in its URL; never changes
 * @param schemaVersion of the model
 * @param graphTooltip 2: what one panel shows under the cursor, all panels show
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Dashboard(
        String uid,
        String title,
        String description,
        List<String> tags,
        int schemaVersion,
        boolean editable,
        int graphTooltip,
        String refresh,
        TimeRange time,
        String timezone,
        List<Link> links,
        Items<Annotation> annotations,
        Items<Variable> templating,
        List<Panel> panels) {
    private static final String TAG = "tidemark";
    /** Grafana 10.4; newer versions read it too. */
    private static final int SCHEMA = 39;

    private static final int SHARED_TOOLTIP = 2;

    record TimeRange(String from, String to) {}

    record Items<T>(List<T> list) {}

    /** A menu of the dashboards with a tag, which keeps time and variables. */
    record Link(
            String title, String type, List<String> tags, boolean asDropdown, boolean includeVars, boolean keepTime) {}

    /** A vertical line wherever an expression gives a value. */
    record Annotation(
            String name,
            DataSource datasource,
            boolean enable,
            String iconColor,
            String expr,
            String titleFormat,
            String textFormat) {}

    /** What is on it. */
    record Content(List<Variable> variables, List<Annotation> annotations, List<Panel> panels) {}

    /** @param last how much of the past it shows at first, such as {@code 30m} */
    static Dashboard of(String uid, String title, String description, String last, Content content) {
        return new Dashboard(
                uid,
                title,
                description,
                List.of(TAG),
                SCHEMA,
                true,
                SHARED_TOOLTIP,
                "10s",
                new TimeRange("now-" + last, "now"),
                "browser",
                List.of(new Link("Tidemark", "dashboards", List.of(TAG), true, true, true)),
                new Items<>(content.annotations),
                new Items<>(content.variables),
                content.panels);
    }

    /** Where a run goes on to its next step. */
    static Annotation steps() {
        return new Annotation(
                "Next step",
                DataSource.CHOSEN,
                true,
                "blue",
                "changes(tidemark_step" + Scope.RUN.selector() + "[$__interval]) > 0",
                "{{phase}}: next step",
                "run {{run}}");
    }
}
