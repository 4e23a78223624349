package io.tidemark.app.dashboards;

/** Where a query is sent. */
record DataSource(String type, String uid) {
    /** The Prometheus that the variable of a dashboard names. */
    static final DataSource CHOSEN = new DataSource("prometheus", "${datasource}");
}
