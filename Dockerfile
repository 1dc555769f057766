FROM node:24-bookworm-slim AS build
WORKDIR /ozvi
COPY . .
RUN npm ci --omit=dev --include=optional \
 && npm run build -w server -w app -w widget

FROM node:24-bookworm-slim
WORKDIR /ozvi
COPY --from=build --chown=node:node /ozvi /ozvi
RUN mkdir -p /data && chown node:node /data
USER node
# Behind a proxy that speaks TLS: APP_URL is the address people see.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# As in scripts/server-process.mjs.
ENV MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health/ready').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, so that a stop signal reaches the server.
CMD ["node", "server/dist/main.js"]
