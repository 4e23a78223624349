package io.tidemark.sinks.store.jdbc.query;

import io.tidemark.sinks.store.read.RunFilter;
import java.util.ArrayList;
import java.util.List;

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
        return new RunCondition(String.join(" AND ", conditions), parameters);
    }
}
