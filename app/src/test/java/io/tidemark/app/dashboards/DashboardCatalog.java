package io.tidemark.app.dashboards;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;
import java.util.TreeMap;

/** The dashboards of deploy/grafana/dashboards, by the names of their files. */
final class DashboardCatalog {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private DashboardCatalog() {}

    /** Each file's text. */
    static Map<String, String> files() {
        Map<String, Dashboard> dashboards = Map.of(
                "run.json", RunDashboard.dashboard(),
                "slo.json", SloDashboard.dashboard(),
                "server.json", ServerDashboard.dashboard(),
                "fleet.json", FleetDashboard.dashboard(),
                "pipeline.json", PipelineDashboard.dashboard());
        Map<String, String> files = new TreeMap<>();
        dashboards.forEach((file, dashboard) -> files.put(file, text(dashboard)));
        return files;
    }

    private static String text(Dashboard dashboard) {
        try {
            return JSON.writeValueAsString(dashboard) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("dashboard " + dashboard.uid() + " cannot be written as JSON", e);
        }
    }
}
