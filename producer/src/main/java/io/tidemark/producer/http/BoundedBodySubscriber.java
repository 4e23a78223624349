package io.tidemark.producer.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** The body of an answer as UTF-8 text; one that is larger than it may be is not read to its end. */
final class BoundedBodySubscriber implements BodySubscriber<String> {
    private final int mostBytes;
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private final CompletableFuture<String> text = new CompletableFuture<>();
    private @Nullable Subscription subscription;

    BoundedBodySubscriber(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    @Override
    public CompletionStage<String> getBody() {
        return text;
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        for (ByteBuffer part : parts) {
            byte[] bytes = new byte[part.remaining()];
            part.get(bytes);
            read.writeBytes(bytes);
        }
        if (read.size() > mostBytes && subscription != null) {
            subscription.cancel();
            text.completeExceptionally(new IOException("the page is larger than " + mostBytes + " bytes"));
        }
    }

    @Override
    public void onError(Throwable failure) {
        text.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        text.complete(read.toString(StandardCharsets.UTF_8));
    }
}
