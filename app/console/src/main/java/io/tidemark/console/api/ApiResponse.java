package io.tidemark.console.api;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.tidemark.console.view.ViewJson;
import io.tidemark.schemas.Sha256;
import org.jspecify.annotations.Nullable;

/** Answers of the API, each with an ETag of its content. */
public final class ApiResponse {
    /** The caller's own cache may keep it, but asks each time whether it is still so. */
    private static final String REVALIDATE = "private, no-cache";

    private static final int TAG_DIGITS = 32;

    private ApiResponse() {}

    public static void json(Context request, Object view) {
        send(request, "application/json", ViewJson.of(view));
    }

    /** 304 if the caller has this content already. */
    public static void send(Context request, String contentType, String content) {
        String tag = '"' + Sha256.hex(content).substring(0, TAG_DIGITS) + '"';
        request.header("ETag", tag).header("Cache-Control", REVALIDATE).header("Vary", "Accept, Authorization, Cookie");
        @Nullable String known = request.header("If-None-Match");
        if (known != null && known.replace("W/", "").contains(tag)) {
            request.status(HttpStatus.NOT_MODIFIED);
        } else {
            request.contentType(contentType + "; charset=utf-8").result(content);
        }
    }
}
