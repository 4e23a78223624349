package io.tidemark.simulator.http;

/** What every part of one answer says about itself. */
record Reply(String id, long createdSeconds, String model) {
    String head(String object) {
        return "{\"id\":" + Json.quoted(id) + ",\"object\":\"" + object + "\",\"created\":" + createdSeconds
                + ",\"model\":" + Json.quoted(model) + ",\"choices\":[";
    }
}
