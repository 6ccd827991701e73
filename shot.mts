import { chromium } from 'playwright';
const base='http://127.0.0.1:4102';
const b = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--headless','--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync']});
const jobs=process.argv.slice(2);
const langs=(process.env.L??'en').split(',');
for(const l of langs) for (const j of jobs){
  const [name,path,size,scheme='light']=j.split('|');
  const [w,h]=(size??'1280x800').split('x').map(Number);
  const c=await b.newContext({viewport:{width:w,height:h},colorScheme:scheme as any});
  const p=await c.newPage();
  if(process.env.U){ await p.goto(base+'/login'); await p.evaluate(([l])=>localStorage.setItem('language',l),[l==='ps'?'pa':l]); await p.goto(base+'/login'); await p.fill('input[name=username]',process.env.U); await p.fill('input[name=password]','amanat-demo'); await p.click('button[type=submit]'); await p.waitForSelector('[data-screen=dashboard]',{timeout:30000}); }
  await p.goto(base+path.replace('{l}',l)); await p.waitForTimeout(Number(process.env.W??600));
  if (process.env.C) { await p.click(process.env.C); await p.waitForTimeout(800); }
  await p.screenshot({path:`/tmp/w/shots/${name}-${l}.png`,fullPage:process.env.F==='1'});
  const over=await p.evaluate(()=>document.documentElement.scrollWidth-document.documentElement.clientWidth);
  console.log(name,l,'overflow',over);
  await c.close();
}
await b.close();
