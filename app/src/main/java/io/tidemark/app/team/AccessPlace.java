package io.tidemark.app.team;

/** Where a team's users and rights are kept. */
public enum AccessPlace {
    KAFKA("on Kafka", ".properties"),
    REGISTRY("in the registry", ".registry.properties"),
    STORE("in the store", ".password");

    private final String where;
    private final String ending;

    AccessPlace(String where, String ending) {
        this.where = where;
        this.ending = ending;
    }

    /** For people: {@code on Kafka}. */
    public String where() {
        return where;
    }

    String file(String user) {
        return user.replaceAll("[^A-Za-z0-9._-]", "_") + ending;
    }
}
