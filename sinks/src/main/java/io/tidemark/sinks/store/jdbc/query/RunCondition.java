package io.tidemark.sinks.store.jdbc.query;

import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.read.RunFilter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The condition of a {@link RunFilter} over the columns of {@code runs}, and the values of its marks. */
record RunCondition(String where, List<Object> parameters) {
    static RunCondition by(RunFilter filter) {
        List<String> conditions = new ArrayList<>(List.of("1 = 1"));
        List<Object> parameters = new ArrayList<>();
        filter.team().ifPresent(team -> {
            conditions.add("team = ?");
            parameters.add(team.name());
        });
        filter.experiment().ifPresent(experiment -> {
            conditions.add("experiment = ?");
            parameters.add(experiment);
        });
        filter.phase().ifPresent(phase -> {
            conditions.add("phase = ?");
            parameters.add(phase);
        });
        filter.text().ifPresent(text -> {
            conditions.add("(LOWER(run) LIKE ? ESCAPE '!' OR LOWER(experiment) LIKE ? ESCAPE '!'"
                    + " OR LOWER(phase) LIKE ? ESCAPE '!')");
            String part = "%" + text.toLowerCase(Locale.ROOT).replaceAll("[!%_]", "!$0") + "%";
            parameters.addAll(Collections.nCopies(3, part));
        });
        filter.from().ifPresent(from -> {
            conditions.add("started_micros >= ?");
            parameters.add(ColumnValues.micros(from));
        });
        filter.until().ifPresent(until -> {
            conditions.add("started_micros <= ?");
            parameters.add(ColumnValues.micros(until));
        });
        return new RunCondition(String.join(" AND ", conditions), parameters);
    }
}
