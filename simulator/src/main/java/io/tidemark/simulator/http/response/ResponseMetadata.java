package io.tidemark.simulator.http.response;

import io.tidemark.simulator.http.request.JsonText;

/** What every part of one answer says about itself. Immutable. */
public final class ResponseMetadata {
    private final String id;
    private final String beforeObject;
    private final String afterObject;

    public ResponseMetadata(String id, long createdSeconds, String model) {
        this.id = id;
        this.beforeObject = "{\"id\":" + JsonText.quoted(id) + ",\"object\":\"";
        this.afterObject =
                "\",\"created\":" + createdSeconds + ",\"model\":" + JsonText.quoted(model) + ",\"choices\":[";
    }

    public String id() {
        return id;
    }

    String head(String object) {
        return beforeObject + object + afterObject;
    }
}
