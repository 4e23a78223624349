package io.tidemark.simulator.http;

/** What every part of one answer says about itself. Immutable. */
final class Reply {
    private final String id;
    private final String beforeObject;
    private final String afterObject;

    Reply(String id, long createdSeconds, String model) {
        this.id = id;
        this.beforeObject = "{\"id\":" + Json.quoted(id) + ",\"object\":\"";
        this.afterObject = "\",\"created\":" + createdSeconds + ",\"model\":" + Json.quoted(model) + ",\"choices\":[";
    }

    String id() {
        return id;
    }

    String head(String object) {
        return beforeObject + object + afterObject;
    }
}
